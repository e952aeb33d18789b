#include "engine/api/tar_reader.hpp"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <string_view>
#include <utility>

namespace podreel::api {

namespace {

constexpr std::size_t block = 512;

struct Field {
  std::size_t at;
  std::size_t size;
};
// pax(1), ustar interchange format.
constexpr Field name_field{0, 100};
constexpr Field size_field{124, 12};
constexpr Field checksum_field{148, 8};
constexpr std::size_t type_at = 156;
constexpr Field prefix_field{345, 155};
constexpr Field magic_field{257, 6};

std::string_view text_of(std::string_view header, Field field) {
  const std::string_view text = header.substr(field.at, field.size);
  return text.substr(0, text.find('\0'));
}

std::optional<std::uint64_t> number_of(std::string_view header, Field field) {
  constexpr int octal = 8;
  std::string_view text = text_of(header, field);
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, octal);
  const bool is_read = error == std::errc{} && (end == text.data() + text.size() || *end == ' ');
  return is_read ? std::optional{number} : std::nullopt;
}

std::uint64_t checksum_of(std::string_view header) {
  std::uint64_t sum = 0;
  for (std::size_t at = 0; at < block; ++at) {
    const bool is_own = at >= checksum_field.at && at < checksum_field.at + checksum_field.size;
    sum += is_own ? static_cast<unsigned char>(' ') : static_cast<unsigned char>(header[at]);
  }
  return sum;
}

std::string name_of(std::string_view header) {
  const bool is_posix =
      header.substr(magic_field.at, magic_field.size) == std::string_view{"ustar\0", magic_field.size};
  const std::string_view prefix = is_posix ? text_of(header, prefix_field) : std::string_view{};
  return fmt::format("{}{}{}", prefix, prefix.empty() ? "" : "/", text_of(header, name_field));
}

/// Path of records "27 path=must-gather/x.yaml\n"; empty if there is none.
std::string path_in(std::string_view records) {
  std::string path;
  while (!records.empty()) {
    std::size_t length = 0;
    std::from_chars(records.data(), records.data() + records.size(), length);
    if (length == 0 || length > records.size()) break;
    const std::string_view record = records.substr(0, length);
    const std::size_t blank = record.find(' ');
    if (record.substr(std::min(blank + 1, record.size())).starts_with("path=")) {
      path = record.substr(blank + std::string_view{" path="}.size());
      if (path.ends_with('\n')) path.pop_back();
    }
    records.remove_prefix(length);
  }
  return path;
}

}  // namespace

std::optional<std::string> TarReader::next() {
  std::string long_name;
  while (skip(left_ + padding_)) {
    left_ = padding_ = 0;
    if (!have(block)) {
      if (at_ < buffer_.size()) fail("is not a tar archive, or is truncated");
      return std::nullopt;
    }
    const std::string header = buffer_.substr(at_, block);
    at_ += block;
    if (header.find_first_not_of('\0') == std::string::npos) return std::nullopt;
    const std::optional<std::uint64_t> size = number_of(header, size_field);
    if (!size || number_of(header, checksum_field) != checksum_of(header)) {
      fail("is not a tar archive, or is damaged");
      return std::nullopt;
    }
    left_ = *size;
    padding_ = (block - *size % block) % block;
    const char type = header[type_at];
    if (type == 'L' || type == 'x') {
      const std::optional<std::string> text = read_name(*size);
      if (!text) return std::nullopt;
      const std::string name = type == 'L' ? text->substr(0, text->find('\0')) : path_in(*text);
      if (!name.empty()) long_name = name;
      continue;
    }
    std::string name = std::exchange(long_name, {});
    if (name.empty()) name = name_of(header);
    if (type != '0' && type != '\0') continue;
    if (++files_ <= max_files) return name;
    fail(fmt::format("has more than {} files", max_files));
  }
  return std::nullopt;
}

bool TarReader::read(std::string& bytes, std::size_t size) {
  const std::size_t wanted = static_cast<std::size_t>(std::min<std::uint64_t>(size, left_));
  if (wanted == 0 || problem_) return false;
  if (!have(1)) return fail("ends inside a file");
  const std::size_t count = std::min(wanted, buffer_.size() - at_);
  bytes.append(buffer_, at_, count);
  at_ += count;
  left_ -= count;
  return true;
}

/// Returns whether at least this many bytes follow.
bool TarReader::have(std::size_t size) {
  while (buffer_.size() - at_ < size) {
    buffer_.erase(0, std::exchange(at_, 0));
    if (archive_.read(buffer_, input_block)) continue;
    problem_ = archive_.problem();
    return false;
  }
  return true;
}

bool TarReader::skip(std::uint64_t size) {
  while (size > 0 && !problem_) {
    if (!have(1)) return fail("ends inside a file");
    const std::size_t count = static_cast<std::size_t>(std::min<std::uint64_t>(size, buffer_.size() - at_));
    at_ += count;
    size -= count;
  }
  return !problem_;
}

std::optional<std::string> TarReader::read_name(std::uint64_t size) {
  if (size > max_name_length * 2) {
    fail(fmt::format("has a name of more than {} bytes", max_name_length));
    return std::nullopt;
  }
  std::string text;
  while (left_ > 0 && read(text, static_cast<std::size_t>(left_))) {
  }
  return problem_ ? std::nullopt : std::optional{text};
}

bool TarReader::fail(std::string why) {
  if (!problem_) problem_ = std::move(why);
  return false;
}

}  // namespace podreel::api
