#include "tests/support/built_paths.hpp"

namespace podreel::testing {

std::filesystem::path source_path(std::string_view below) {
  return below.empty() ? PODREEL_SOURCE_DIR : std::filesystem::path{PODREEL_SOURCE_DIR} / below;
}

const std::filesystem::path& built_command() {
  static const std::filesystem::path path = PODREEL_COMMAND;
  return path;
}

const std::filesystem::path& unpacked_recordings() {
  static const std::filesystem::path path = PODREEL_RECORDINGS;
  return path;
}

}  // namespace podreel::testing
