#include "tools/cli/hash_subjects.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <iterator>
#include <optional>
#include <utility>

#include "engine/api/cursor.hpp"
#include "engine/api/document.hpp"
#include "engine/manifests/pod_name.hpp"
#include "engine/manifests/workloads.hpp"
#include "scenarios/batch/batch_input.hpp"
#include "scenarios/batch/case_fields.hpp"
#include "tools/cli/bad_input.hpp"
#include "tools/cli/input_files.hpp"

namespace podreel::cli {

namespace {

using nlohmann::json;

/// The name that a line gives, or where it stands.
std::string name_of(const batch::JsonField& line, const std::string& file, int number) {
  std::string name = fmt::format("{}:{}", file, number);
  line.find_into("name", name);
  return name;
}

void add_containers_of(const json& pod, std::vector<HashedContainer>& containers) {
  const std::string prefix = manifests::full_name(pod) + "/";
  for (const char* list : {"initContainers", "containers", "ephemeralContainers"}) {
    if (!pod.at("spec").contains(list)) continue;
    for (const json& container : pod["spec"][list]) {
      containers.push_back({prefix + container.value("name", ""), container, false});
    }
  }
}

/// A manifest file is one Pod; the kubelet reads its first document only.
std::optional<HashedStaticPod> static_pod_of(const std::string& file, std::string_view text, const std::string& node,
                                             std::vector<api::Problem>& problems) {
  const api::LoadedFile loaded = api::load_documents(text, file);
  problems.insert(problems.end(), loaded.problems.begin(), loaded.problems.end());
  if (loaded.documents.empty()) return std::nullopt;
  const api::Tree& document = loaded.documents.front();
  const std::string_view kind = api::Cursor{document}["kind"].text();
  if (kind != "Pod") {
    problems.push_back({file, document.mark, "kind",
                        fmt::format("found {}; accepted in a static pod's file: Pod",
                                    kind.empty() ? std::string{"no kind"} : fmt::format("\"{}\"", kind))});
    return std::nullopt;
  }
  const std::string_view name = api::Cursor{document}["metadata"]["name"].text();
  const std::string path = std::filesystem::absolute(file).lexically_normal().string();
  return HashedStaticPod{std::string{name.empty() ? std::string_view{file} : name},
                         {node, path, ""},
                         api::to_json(document),
                         false,
                         file,
                         document.mark};
}

}  // namespace

std::vector<HashedContainer> containers_to_hash(const std::vector<std::string>& files) {
  std::vector<HashedContainer> containers;
  std::vector<api::Problem> problems;
  for (const std::string& file : files) {
    const std::string text = text_of_file(file);
    const auto container_line = [&file](const batch::JsonField& line, int number) {
      return HashedContainer{name_of(line, file, number), batch::object_from(line.at("container"), "Container")};
    };
    if (batch::holds_cases(text, file)) {
      std::ranges::move(batch::read_lines(text, file, problems, container_line), std::back_inserter(containers));
      continue;
    }
    for (const manifests::ManifestPod& pod : batch::manifest_pods(text, file, problems)) {
      add_containers_of(pod.pod, containers);
    }
  }
  if (!problems.empty()) throw BadInput{problems};
  return containers;
}

std::vector<HashedStaticPod> static_pods_to_hash(const std::vector<std::string>& files, const std::string& node) {
  std::vector<HashedStaticPod> pods;
  std::vector<api::Problem> problems;
  for (const std::string& file : files) {
    const std::string text = text_of_file(file);
    const auto pod_line = [&](const batch::JsonField& line, int number) {
      HashedStaticPod pod{name_of(line, file, number), {node, "", ""}, line.at("pod").value(), true, file, {number, 1}};
      line.find_into("node", pod.source.node);
      line.find_into("path", pod.source.path);
      if (!pod.object.is_object()) line.at("pod").fail("a Pod");
      return pod;
    };
    if (batch::holds_cases(text, file)) {
      std::ranges::move(batch::read_lines(text, file, problems, pod_line), std::back_inserter(pods));
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
