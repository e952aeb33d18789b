#include "scenarios/parallel/numbers.hpp"

namespace podreel::parallel {

namespace {

constexpr unsigned payload_bits = 7;
constexpr std::uint64_t continues = 1U << payload_bits;
constexpr unsigned number_bits = 64;

}  // namespace

void put_number(std::uint64_t number, std::string& bytes) {
  for (; number >= continues; number >>= payload_bits) bytes += static_cast<char>((number % continues) | continues);
  bytes += static_cast<char>(number);
}

void put_text(std::string_view text, std::string& bytes) {
  put_number(text.size(), bytes);
  bytes += text;
}

std::uint64_t NumberReader::number(std::uint64_t maximum) noexcept {
  std::uint64_t number = 0;
  for (unsigned shift = 0; shift < number_bits && !bytes_.empty(); shift += payload_bits) {
    const std::uint64_t byte = static_cast<unsigned char>(bytes_.front());
    bytes_.remove_prefix(1);
    const std::uint64_t part = byte % continues;
    if (part << shift >> shift != part) return fail();
    number |= part << shift;
    if (byte < continues) return number <= maximum ? number : fail();
  }
  return fail();
}

std::string_view NumberReader::text() noexcept {
  const std::uint64_t length = number();
  if (length > bytes_.size()) {
    fail();
    return {};
  }
  const std::string_view text = bytes_.substr(0, length);
  bytes_.remove_prefix(length);
  return text;
}

std::uint64_t NumberReader::fail() noexcept {
  has_failed_ = true;
  bytes_ = {};
  return 0;
}

}  // namespace podreel::parallel
