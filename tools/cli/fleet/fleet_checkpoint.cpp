#include "tools/cli/fleet/fleet_checkpoint.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <system_error>

#include "tools/files/bad_input.hpp"
#include "tools/files/output_file.hpp"

namespace podreel::cli {

namespace {

namespace fs = std::filesystem;

constexpr const char* extension = ".accounts";

/// Returns the files, sorted.
std::vector<std::string> files_in(const std::string& folder) {
  std::vector<std::string> files;
  for (const fs::directory_entry& entry : fs::directory_iterator{folder}) {
    if (entry.path().extension() == extension) files.push_back(entry.path().string());
  }
  std::ranges::sort(files);
  return files;
}

}  // namespace

FleetCheckpoint::FleetCheckpoint(std::string folder, const fleet::Fleet& fleet, const fleet::Provenance& provenance)
    : folder_{std::move(folder)}, store_{fleet, provenance} {
  std::error_code error;
  fs::create_directory(folder_, error);
  if (error) throw BadInput{fmt::format("--checkpoint: cannot create '{}': {}", folder_, error.message())};
  OutputFile{(fs::path{folder_} / "writable").string()};
  std::vector<api::Problem> problems;
  for (const std::string& file : files_in(folder_)) {
    if (std::optional<api::Problem> problem = store_.add(file)) problems.push_back(std::move(*problem));
  }
  if (!problems.empty()) throw BadInput{problems};
}

void FleetCheckpoint::keep(const fleet::NodeResultKey& key, const fleet::NodeResult& account) {
  constexpr std::size_t max_per_file = 1'000;
  const auto is_beside = [&key](const fleet::NodeResultKey& first) {
    return first.cluster == key.cluster && first.stage == key.stage;
  };
  if (!pending_.empty() && !is_beside(pending_.front().first)) flush();
  pending_.emplace_back(key, account);
  if (pending_.size() == max_per_file) flush();
}

void FleetCheckpoint::flush() {
  if (pending_.empty()) return;
  const fleet::NodeResultKey& first = pending_.front().first;
  // All processes that write a file of this name write the same accounts.
  const std::string name = fmt::format("{}-{}-{}{}{}", store_.wanted().plans.at(first.plan).fingerprint, first.cluster,
                                       first.node, first.stage == fleet::Stage::masters ? "-masters" : "", extension);
  OutputFile file{(fs::path{folder_} / name).string()};
  fleet::NodeResultWriter writer{file.stream(), store_.wanted()};
  for (const auto& [key, account] : pending_) writer.write(key, account);
  writer.finish();
  file.commit();
  pending_.clear();
}

}  // namespace podreel::cli
