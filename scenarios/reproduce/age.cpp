#include "scenarios/reproduce/age.hpp"

#include <algorithm>
#include <array>

#include "engine/api/ascii.hpp"

namespace podreel::reproduce {

namespace {

using namespace std::chrono_literals;

struct Unit {
  char name;
  sim::Duration length;
};
constexpr std::array units{Unit{'s', 1s}, Unit{'m', 1min}, Unit{'h', 1h}, Unit{'d', 24h}, Unit{'y', 24h * 365}};

}  // namespace

sim::Duration Age::distance(sim::Duration age) const noexcept {
  return std::max({sim::Duration{}, minimum - age, age - maximum});
}

std::optional<Age> parse_age(std::string_view text) {
  if (text == "<invalid>") return Age{0s, 1s};
  constexpr std::int64_t max_digits_hold = 1'000'000'000;
  sim::Duration age{};
  sim::Duration smallest{};
  while (!text.empty()) {
    std::int64_t number = 0;
    std::size_t digits = 0;
    while (digits < text.size() && api::is_digit(text[digits]) && number < max_digits_hold) {
      number = number * 10 + (text[digits++] - '0');
    }
    if (digits == 0 || digits == text.size()) return std::nullopt;
    const auto* const unit = std::ranges::find(units, text[digits], &Unit::name);
    if (unit == units.end() || number > max_age / unit->length) return std::nullopt;
    smallest = unit->length;
    age += number * unit->length;
    if (age > max_age) return std::nullopt;
    text.remove_prefix(digits + 1);
  }
  if (smallest == sim::Duration{}) return std::nullopt;
  return Age{age, age + smallest};
}

}  // namespace podreel::reproduce
