#include "scenarios/format/shapes/duration.hpp"

#include <array>
#include <cstdint>
#include <fmt/format.h>

#include "engine/release/go_text.hpp"

namespace podreel::format {

namespace {

struct Unit {
  std::string_view name;
  std::int64_t nanoseconds;
};

// "ms" precedes "m", and "m" precedes "s", because the first match is used.
constexpr std::array units{
    Unit{"ns", 1},         Unit{"us", 1'000},        Unit{"µs", 1'000},         Unit{"μs", 1'000},
    Unit{"ms", 1'000'000}, Unit{"s", 1'000'000'000}, Unit{"m", 60'000'000'000}, Unit{"h", 3'600'000'000'000},
};

constexpr bool is_digit(char character) {
  return character >= '0' && character <= '9';
}

std::string_view take_digits(std::string_view& text) {
  std::size_t length = 0;
  while (length < text.size() && is_digit(text[length])) ++length;
  const std::string_view digits = text.substr(0, length);
  text.remove_prefix(length);
  return digits;
}

const Unit* take_unit(std::string_view& text) {
  for (const Unit& unit : units) {
    if (!text.starts_with(unit.name)) continue;
    text.remove_prefix(unit.name.size());
    return &unit;
  }
  return nullptr;
}

/// Parses `digits`; returns no value above `max_duration` in nanoseconds.
std::optional<std::int64_t> number(std::string_view digits) {
  std::int64_t value = 0;
  for (const char digit : digits) {
    value = value * 10 + (digit - '0');
    if (value > max_duration.count()) return std::nullopt;
  }
  return value;
}

DurationError malformed(std::string_view text) {
  return {fmt::format("found \"{}\", accepted: a duration such as \"90s\", \"1m30s\" or \"500ms\"", text)};
}

DurationError without_unit(std::string_view text) {
  return {
      fmt::format("found {0} without a unit, accepted: a duration such as \"90s\", \"1m30s\" or \"500ms\"; did you "
                  "mean \"{0}s\"?",
                  text)};
}

DurationError too_long(std::string_view text) {
  return {fmt::format("found \"{}\", accepted: at most ten years", text)};
}

DurationError too_fine(std::string_view text) {
  return {fmt::format("found \"{}\", accepted: a whole number of nanoseconds", text)};
}

/// Removes "2.5s" from the front of `rest` and returns its nanoseconds; `text` is the whole text for messages.
std::variant<std::int64_t, DurationError> take_part(std::string_view& rest, std::string_view text) {
  const std::string_view whole = take_digits(rest);
  std::string_view fraction;
  if (rest.starts_with('.')) {
    rest.remove_prefix(1);
    fraction = take_digits(rest);
    if (fraction.empty()) return malformed(text);
  }
  if (whole.empty()) return malformed(text);
  if (rest.empty()) return without_unit(text);
  const Unit* unit = take_unit(rest);
  if (unit == nullptr) return malformed(text);
  const std::optional<std::int64_t> count = number(whole);
  if (!count || *count > max_duration.count() / unit->nanoseconds) return too_long(text);
  std::int64_t nanoseconds = *count * unit->nanoseconds;
  std::int64_t scale = unit->nanoseconds;
  for (const char digit : fraction) {
    const std::int64_t share = scale * (digit - '0');
    if (share % 10 != 0 || (scale == 0 && digit != '0')) return too_fine(text);
    nanoseconds += share / 10;
    scale /= 10;
  }
  return nanoseconds;
}

}  // namespace

std::variant<sim::Duration, DurationError> parse_duration(std::string_view text) {
  if (text.empty()) return malformed(text);
  std::int64_t total = 0;
  for (std::string_view rest = text; !rest.empty();) {
    const std::variant<std::int64_t, DurationError> part = take_part(rest, text);
    if (const DurationError* error = std::get_if<DurationError>(&part)) return *error;
    total += std::get<std::int64_t>(part);
    if (total > max_duration.count()) return too_long(text);
  }
  return sim::Duration{total};
}

std::string_view duration_pattern() noexcept {
  return "^([0-9]+(\\.[0-9]+)?(ns|us|µs|μs|ms|s|m|h))+$";
}

std::string duration_text(sim::Duration duration) {
  std::string text = release::go_duration(duration);
  // Go writes "10m0s" and "2h0m0s".
  if (text.ends_with("m0s")) text.erase(text.size() - 2);
  if (text.ends_with("h0m")) text.erase(text.size() - 2);
  return text;
}

}  // namespace podreel::format
