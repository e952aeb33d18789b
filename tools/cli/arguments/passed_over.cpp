#include "tools/cli/arguments/passed_over.hpp"

#include <algorithm>

#include "engine/manifests/workloads.hpp"

namespace podreel::cli {

namespace {

/// Returns whether a file holds manifests, but neither a scenario nor pods.
bool is_foreign(const std::string& file, const api::LoadedFile& loaded) {
  std::vector<api::Problem> problems;
  const auto is_relevant = [&](const api::Tree& document) {
    return format::is_scenario(document) || document.find("kind") == nullptr ||
           !manifests::pods_of(document, file, problems).empty() || !problems.empty();
  };
  return loaded.problems.empty() && !loaded.documents.empty() && std::ranges::none_of(loaded.documents, is_relevant);
}

}  // namespace

bool is_passed_over(const std::string& file, const std::vector<std::string>& named, const api::LoadedFile& documents,
                    const format::Loaded& read) {
  if (std::ranges::find(named, file) != named.end()) return false;
  return read.is_fleet || (!read.problems.empty() && is_foreign(file, documents));
}

}  // namespace podreel::cli
