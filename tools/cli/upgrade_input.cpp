#include "tools/cli/upgrade_input.hpp"

#include <filesystem>
#include <fmt/format.h>
#include <limits>

#include "engine/api/pod_stream.hpp"
#include "tools/cli/hash_subjects.hpp"
#include "tools/cli/progress.hpp"

namespace podreel::cli {

namespace {

using nlohmann::json;

std::uint64_t size_of(const std::string& file) {
  std::error_code error;
  const std::uintmax_t size = std::filesystem::file_size(file, error);
  return error ? 0 : size;
}

/// A template's pods have no names of their own: two templates, or two generateNames, are two workloads.
bool is_named(const api::ManifestPod& found) {
  const json& metadata = found.pod.at("metadata");
  return found.owner.empty() && (metadata.contains("uid") || !metadata.contains("generateName"));
}

}  // namespace

void UpgradeInput::read(const std::string& file, bool keep_going, Context& context) {
  if (file.ends_with(".jsonl")) {
    for (const HashedContainer& found : containers_to_hash({file})) container(found.object);
    return;
  }
  Progress progress{context.diagnostics, context.diagnostics_terminal, file, size_of(file)};
  api::PodStreamHandlers handlers;
  handlers.progress = [&progress](std::uint64_t bytes) { progress.at(bytes); };
  handlers.pod = [this, &file](const api::ManifestPod& found) { take(found, file); };
  if (keep_going) handlers.max_problems = std::numeric_limits<std::size_t>::max();
  api::stream_pods(file, handlers, problems_);
}

void UpgradeInput::take(const api::ManifestPod& found, const std::string& file) {
  const std::string shown = file == "-" ? "<stdin>" : file;
  if (is_named(found)) {
    const json& metadata = found.pod.at("metadata");
    const std::string name = metadata.value("namespace", "default") + "/" + metadata.value("name", "");
    const auto [first, is_new] = seen_.try_emplace(name, fmt::format("{}:{}", shown, found.mark.line));
    if (!is_new) {
      problems_.push_back(
          {shown, found.mark, found.path, fmt::format("found the pod {} again; it is in {}", name, first->second)});
      return;
    }
  }
  pod(found, file);
}

}  // namespace podreel::cli
