#include "engine/manifests/generated_name.hpp"

#include "engine/sim/random.hpp"

namespace podreel::manifests {

namespace {

constexpr std::string_view letters = "bcdfghjklmnpqrstvwxz2456789";
static_assert(letters.size() == name_letters);

}  // namespace

std::string generated_letters(std::uint64_t number, std::size_t count) {
  std::string text;
  for (; count > 0; --count, number /= letters.size()) text += letters[number % letters.size()];
  return text;
}

std::string generated_name(std::string_view prefix, std::string_view letters) {
  constexpr std::size_t max_prefix_length = 58;
  return std::string{prefix.substr(0, max_prefix_length)}.append(letters);
}

std::string name_suffix(std::string_view full_name) {
  constexpr std::size_t length = 5;
  return generated_letters(sim::hash_name(full_name), length);
}

}  // namespace podreel::manifests
