#include "engine/api/file_place.hpp"

#include <algorithm>
#include <system_error>

namespace podreel::api {

namespace {

/// Empty where it is not known.
std::filesystem::path real_place(const std::filesystem::path& path) {
  std::error_code error;
  std::filesystem::path place = std::filesystem::weakly_canonical(path.empty() ? "." : path, error);
  return error ? std::filesystem::path{} : std::filesystem::absolute(place, error);
}

}  // namespace

bool lies_below(const std::filesystem::path& path, const std::filesystem::path& folder) {
  const std::filesystem::path place = real_place(path);
  const std::filesystem::path root = real_place(folder);
  if (place.empty() || root.empty()) return false;
  return std::ranges::mismatch(root, place).in1 == root.end();
}

}  // namespace podreel::api
