#include "scenarios/fleet/results/frames.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <fmt/format.h>
#include <stdexcept>
#include <xxhash.h>

#include "engine/api/input_limits.hpp"

namespace podreel::fleet {

namespace {

constexpr unsigned byte_bits = 8;
constexpr std::size_t max_bytes = api::input_limits.line_bytes;

template <class Number>
using Bytes = std::array<char, sizeof(Number)>;

template <class Number>
Bytes<Number> bytes_of(Number number) {
  Bytes<Number> bytes{};
  for (std::size_t index = 0; index < bytes.size(); ++index) {
    bytes.at(index) = static_cast<char>(static_cast<unsigned char>(number >> (byte_bits * index)));
  }
  return bytes;
}

template <class Number>
Number number_of(const Bytes<Number>& bytes) {
  Number number = 0;
  for (std::size_t index = 0; index < bytes.size(); ++index) {
    number |= Number{static_cast<unsigned char>(bytes.at(index))} << (byte_bits * index);
  }
  return number;
}

bool read_bytes(std::istream& in, char* bytes, std::size_t size) {
  return in.read(bytes, static_cast<std::streamsize>(size)).gcount() == static_cast<std::streamsize>(size);
}

bool read_payload(std::istream& in, std::size_t size, std::string& payload) {
  constexpr std::size_t block = std::size_t{1} << 16;
  payload.clear();
  while (payload.size() < size) {
    const std::size_t before = payload.size();
    payload.resize(std::min(size, before + block));
    if (!read_bytes(in, payload.data() + before, payload.size() - before)) return false;
  }
  return true;
}

}  // namespace

void write_frame(std::string_view payload, std::ostream& out) {
  if (payload.size() > max_bytes) throw std::length_error{"an account exceeds the maximum size"};
  const Bytes<std::uint32_t> length = bytes_of(static_cast<std::uint32_t>(payload.size()));
  const Bytes<std::uint64_t> sum = bytes_of<std::uint64_t>(XXH3_64bits(payload.data(), payload.size()));
  out.write(length.data(), length.size());
  out.write(payload.data(), static_cast<std::streamsize>(payload.size()));
  out.write(sum.data(), sum.size());
}

std::optional<std::string> read_frame(std::istream& in, std::string& payload) {
  const std::string cut_off = "the file is incomplete: it ends within a frame";
  Bytes<std::uint32_t> length{};
  if (!read_bytes(in, length.data(), length.size())) return cut_off;
  const std::size_t size = number_of<std::uint32_t>(length);
  if (size > max_bytes) return fmt::format("found a length of {} bytes; accepted: at most {}", size, max_bytes);
  Bytes<std::uint64_t> sum{};
  if (!read_payload(in, size, payload) || !read_bytes(in, sum.data(), sum.size())) return cut_off;
  if (number_of<std::uint64_t>(sum) != XXH3_64bits(payload.data(), payload.size())) {
    return "the file is damaged: the checksum of a frame does not match";
  }
  return std::nullopt;
}

}  // namespace podreel::fleet
