#include "runtime_fake/identifiers.hpp"

#include <array>
#include <string>

#include "engine/api/hex_text.hpp"
#include "engine/sim/random.hpp"

namespace podreel::runtime_fake {

namespace {

constexpr unsigned digits_of_id = 8;
constexpr unsigned digits_of_word = 16;

}  // namespace

memory::Text make_id(std::string_view pod_uid, std::string_view name, std::uint32_t attempt, std::uint64_t ordinal) {
  const std::uint64_t position = sim::mix((std::uint64_t{attempt} << 32U) ^ ordinal);
  const std::uint64_t bits = sim::mix(sim::hash_name(pod_uid) ^ sim::mix(sim::hash_name(name)) ^ position);
  std::array<char, digits_of_id> id;
  api::write_hex(id.data(), bits, digits_of_id);
  return std::string_view{id.data(), id.size()};
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
  constexpr std::size_t words = 4;
  std::string id = "sha256:";
  const std::size_t start = id.size();
  id.resize(start + words * digits_of_word);
  char* end = id.data() + start;
  std::uint64_t word = sim::hash_name(image);
  for (std::size_t index = 0; index < words; ++index) {
    word = sim::mix(word);
    end = api::write_hex(end, word, digits_of_word);
  }
  return id;
}

}  // namespace podreel::runtime_fake
