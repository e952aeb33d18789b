#include "engine/api/packed_format.hpp"

#include <array>
#include <fmt/format.h>

namespace podreel::api {

namespace {

struct PackedFormat {
  std::string_view begin;
  std::string_view name;
  /// Command that unpacks it.
  std::string_view command;
};

using namespace std::string_view_literals;

constexpr std::array formats{
    PackedFormat{"PK\x03\x04"sv, "a zip archive", "unzip"},
    PackedFormat{"PK\x05\x06"sv, "an empty zip archive", "unzip"},
    PackedFormat{"\xfd"
                 "7zXZ\0"sv,
                 "packed with xz", "xz -d"},
    PackedFormat{"BZh"sv, "packed with bzip2", "bzip2 -d"},
    PackedFormat{"\x28\xb5\x2f\xfd"sv, "packed with zstd", "zstd -d"},
    PackedFormat{"\x04\x22\x4d\x18"sv, "packed with lz4", "lz4 -d"},
    PackedFormat{"7z\xbc\xaf\x27\x1c"sv, "a 7z archive", "7z x"},
};

/// "BZh" may begin a word of YAML; a digit and the magic number of a block follow in a packed file.
bool begins_with(std::string_view bytes, const PackedFormat& format) {
  if (!bytes.starts_with(format.begin)) return false;
  constexpr std::string_view block_of_bzip2 = "1AY&SY";
  return format.begin != "BZh" || bytes.substr(format.begin.size() + 1).starts_with(block_of_bzip2);
}

}  // namespace

std::optional<std::string> unaccepted_format(std::string_view bytes) {
  for (const PackedFormat& format : formats) {
    if (!begins_with(bytes, format)) continue;
    return fmt::format("is {}; accepted: text, gzip (.gz) and tar archives (.tar, .tar.gz, .tgz); unpack it with {}",
                       format.name, format.command);
  }
  return std::nullopt;
}

}  // namespace podreel::api
