#include "support/conformance.hpp"

#include <array>
#include <cstdlib>

#include "support/built_paths.hpp"

namespace podreel::testing {

namespace {

std::string used;

}  // namespace

std::optional<std::filesystem::path> conformance_folder() {
  const char* named = std::getenv("PODREEL_CONFORMANCE");  // NOLINT(concurrency-mt-unsafe)
  const std::filesystem::path beside = source_path("../shared/conformance");
  const std::array<std::filesystem::path, 2> usual{beside, unpacked_recordings()};
  const std::array<std::filesystem::path, 1> wanted{named != nullptr ? named : ""};
  const auto first_of = [](const auto& folders) -> std::optional<std::filesystem::path> {
    for (const std::filesystem::path& folder : folders) {
      std::error_code error;
      if (std::filesystem::is_directory(folder, error)) return folder.lexically_normal();
    }
    return std::nullopt;
  };
  const std::optional<std::filesystem::path> found = named != nullptr ? first_of(wanted) : first_of(usual);
  used = found ? found->string() : "none found: what needs them was not checked";
  return found;
}

std::optional<std::filesystem::path> public_manifests_folder() {
  const std::optional<std::filesystem::path> folder = conformance_folder();
  if (!folder || !std::filesystem::is_directory(*folder / "real")) return std::nullopt;
  return *folder / "real";
}

std::string used_recordings() {
  return used;
}

}  // namespace podreel::testing
