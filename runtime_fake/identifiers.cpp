#include "runtime_fake/identifiers.hpp"

#include <string>

#include "engine/sim/random.hpp"

namespace podreel::runtime_fake {

namespace {

/// Hexadecimal, with leading zeros.
template <class Number>
std::string hex(Number number) {
  constexpr std::string_view digits = "0123456789abcdef";
  constexpr unsigned bits_per_digit = 4;
  std::string text(2 * sizeof(number), '0');
  for (auto digit = text.rbegin(); number > 0; ++digit, number >>= bits_per_digit) {
    *digit = digits[number % digits.size()];
  }
  return text;
}

}  // namespace

api::Text make_id(std::string_view pod_uid, std::string_view name, std::uint32_t attempt, std::uint64_t ordinal) {
  const std::uint64_t position = sim::mix((std::uint64_t{attempt} << 32U) ^ ordinal);
  return hex(static_cast<std::uint32_t>(sim::mix(sim::hash_name(pod_uid) ^ sim::mix(sim::hash_name(name)) ^ position)));
}

std::string pod_ip(std::uint32_t number) {
  constexpr std::uint32_t hosts = 254;
  constexpr std::uint32_t networks_in_octet = 256;
  constexpr std::uint32_t networks = 8 * networks_in_octet;
  const std::uint32_t network = number / hosts % networks;
  std::string ip = "10.";
  ip += std::to_string(88 + network / networks_in_octet);
  ip += '.';
  ip += std::to_string(network % networks_in_octet);
  ip += '.';
  return ip += std::to_string(1 + number % hosts);
}

std::string image_id(std::string_view image) {
  std::string id = "sha256:";
  std::uint64_t word = sim::hash_name(image);
  for (int index = 0; index < 4; ++index) {
    word = sim::mix(word);
    id += hex(word);
  }
  return id;
}

}  // namespace podreel::runtime_fake
