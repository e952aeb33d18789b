#include "tools/cli/hash_subjects.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <iterator>
#include <optional>
#include <utility>

#include "engine/api/document.hpp"
#include "engine/api/tree_access.hpp"
#include "engine/manifests/workloads.hpp"
#include "engine/release/release.hpp"
#include "engine/types/catalogue.hpp"
#include "engine/types/mismatch.hpp"
#include "tools/cli/bad_input.hpp"
#include "tools/cli/input_files.hpp"

namespace podreel::cli {

namespace {

using nlohmann::json;

/// JSON Lines are told by their name, or on standard input by lines that carry the field.
bool holds_lines(const std::string& file, std::string_view text, std::string_view field) {
  if (file.ends_with(".jsonl")) return true;
  const std::size_t end = text.find('\n');
  return text.starts_with("{") && text.substr(0, end).find(field) != std::string_view::npos;
}

/// Calls `take` with each line's object, which must have the field `needed`.
template <class Take>
void for_each_line(const std::string& file, std::string_view text, const std::string& needed, const Take& take) {
  for (int number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    const json object = json::parse(line, nullptr, false);
    if (object.is_discarded()) throw BadInput{fmt::format("{}:{}: not a line of JSON", file, number)};
    if (!object.is_object() || !object.contains(needed) || !object[needed].is_object()) {
      throw BadInput{
          fmt::format("{}:{}: found no object \"{}\"; accepted: one JSON object a line with \"name\" and \"{}\"", file,
                      number, needed, needed)};
    }
    take(object, number);
  }
}

std::vector<manifests::ManifestPod> pods_in(const std::string& file, std::string_view text) {
  const api::LoadedFile loaded = api::load_documents(text, file);
  std::vector<api::Problem> problems = loaded.problems;
  std::vector<manifests::ManifestPod> pods;
  for (const api::Tree& document : loaded.documents) {
    for (manifests::ManifestPod& pod : manifests::pods_of(document, file, problems)) pods.push_back(std::move(pod));
  }
  if (!problems.empty()) throw BadInput{problems};
  return pods;
}

void add_containers_of(const json& pod, std::vector<HashedContainer>& containers) {
  const json& metadata = pod.at("metadata");
  const std::string prefix = metadata.value("namespace", "default") + "/" + metadata.value("name", "") + "/";
  for (const char* list : {"initContainers", "containers", "ephemeralContainers"}) {
    if (!pod.at("spec").contains(list)) continue;
    for (const json& container : pod["spec"][list]) {
      containers.push_back({prefix + container.value("name", ""), container, false});
    }
  }
}

/// A container as stored has passed the API server: what does not fit its type is a slip of who wrote the file.
json stored_container(const json& line, const std::string& file, int number) {
  const json& container = line["container"];
  const types::Type& type = types::v1_type(release::newest_release(), "Container");
  if (const auto mismatch = types::find_mismatch(type, container)) {
    throw BadInput{fmt::format("{}:{}: container.{}: found {}; accepted: {}", file, number, mismatch->path,
                               mismatch->found, mismatch->expected)};
  }
  return container;
}

/// A manifest file is one Pod; the kubelet reads its first document only.
std::optional<HashedStaticPod> static_pod_of(const std::string& file, std::string_view text, const std::string& node,
                                             std::vector<api::Problem>& problems) {
  const api::LoadedFile loaded = api::load_documents(text, file);
  problems.insert(problems.end(), loaded.problems.begin(), loaded.problems.end());
  if (loaded.documents.empty()) return std::nullopt;
  const api::Tree& document = loaded.documents.front();
  const std::string_view kind = api::text_of(document, "kind");
  if (kind != "Pod") {
    problems.push_back({file, document.mark, "kind",
                        fmt::format("found {}; accepted in a static pod's file: Pod",
                                    kind.empty() ? std::string{"no kind"} : fmt::format("\"{}\"", kind))});
    return std::nullopt;
  }
  const json object = api::to_json(document);
  const auto metadata = object.find("metadata");
  const bool is_named = metadata != object.end() && metadata->is_object();
  const std::string path = std::filesystem::absolute(file).lexically_normal().string();
  return HashedStaticPod{
      is_named ? metadata->value("name", file) : file, {node, path, ""}, object, false, file, document.mark};
}

}  // namespace

std::vector<HashedContainer> containers_to_hash(const std::vector<std::string>& files) {
  std::vector<HashedContainer> containers;
  for (const std::string& file : files) {
    const std::string text = text_of_file(file);
    if (holds_lines(file, text, "\"container\"")) {
      for_each_line(file, text, "container", [&](const json& line, int number) {
        containers.push_back(
            {line.value("name", fmt::format("{}:{}", file, number)), stored_container(line, file, number), true});
      });
      continue;
    }
    for (const manifests::ManifestPod& pod : pods_in(file, text)) add_containers_of(pod.pod, containers);
  }
  return containers;
}

std::vector<HashedStaticPod> static_pods_to_hash(const std::vector<std::string>& files, const std::string& node) {
  std::vector<HashedStaticPod> pods;
  std::vector<api::Problem> problems;
  for (const std::string& file : files) {
    const std::string text = text_of_file(file);
    if (holds_lines(file, text, "\"pod\"")) {
      for_each_line(file, text, "pod", [&](const json& line, int number) {
        pods.push_back({line.value("name", fmt::format("{}:{}", file, number)),
                        {line.value("node", node), line.value("path", ""), ""},
                        line["pod"],
                        true,
                        file,
                        {number, 1}});
      });
      continue;
    }
    if (std::optional<HashedStaticPod> pod = static_pod_of(file, text, node, problems)) pods.push_back(*std::move(pod));
  }
  if (!problems.empty()) throw BadInput{problems};
  return pods;
}

std::vector<std::string> files_of_static_pod_folder(const std::string& folder) {
  namespace fs = std::filesystem;
  std::vector<std::string> files;
  std::error_code error;
  for (fs::directory_iterator at{folder, error}; !error && at != fs::directory_iterator{}; at.increment(error)) {
    const bool is_hidden = at->path().filename().string().starts_with('.');
    if (!is_hidden && !at->is_directory()) files.push_back(at->path().string());
  }
  if (error) throw BadInput{fmt::format("cannot read the folder '{}': {}", folder, error.message())};
  if (files.empty()) throw BadInput{fmt::format("no manifest in the folder '{}'", folder)};
  std::ranges::sort(files);
  return files;
}

}  // namespace podreel::cli
