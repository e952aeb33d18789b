#include "tools/cli/batch/hash_subjects.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <optional>
#include <utility>

#include "engine/api/cursor.hpp"
#include "engine/api/document.hpp"
#include "engine/api/input_file.hpp"
#include "engine/manifests/pod_name.hpp"
#include "engine/manifests/workloads.hpp"
#include "engine/types/unknown_fields.hpp"
#include "scenarios/batch/batch_input.hpp"
#include "scenarios/batch/case_fields.hpp"
#include "scenarios/batch/unknown_fields.hpp"
#include "tools/files/bad_input.hpp"

namespace podreel::cli {

namespace {

using nlohmann::json;

/// Returns the name in a line, or the position of the line.
std::string name_of(const jsonl::JsonField& line, const std::string& file, int number) {
  std::string name = fmt::format("{}:{}", file, number);
  line.find_into("name", name);
  return name;
}

std::vector<api::Problem> unknown_fields_of(const json& pod, const std::string& file, api::Mark mark) {
  std::vector<api::Problem> problems;
  for (types::UnknownField& field : types::find_unknown_fields("Pod", pod)) {
    problems.push_back({file, mark, std::move(field.path), std::move(field.message)});
  }
  return problems;
}

void use_containers_of(const json& pod, const std::function<void(const HashedContainer&)>& use) {
  const std::string prefix = manifests::full_name(pod) + "/";
  for (const char* list : {"initContainers", "containers", "ephemeralContainers"}) {
    if (!pod.at("spec").contains(list)) continue;
    for (const json& container : pod["spec"][list]) {
      use({prefix + container.value("name", ""), container, false});
    }
  }
}

HashedStaticPod static_pod_line(const jsonl::JsonField& line, const std::string& file, int number,
                                const std::string& node) {
  HashedStaticPod pod{name_of(line, file, number), {node, "", ""}, line.at("pod").value(), true, file, {number, 1}};
  line.find_into("node", pod.source.node);
  line.find_into("path", pod.source.path);
  if (!pod.object.is_object()) line.at("pod").fail("a Pod");
  pod.unknown_fields = batch::unknown_fields(line, file, number);
  return pod;
}

/// Reads a manifest file as one Pod; like the kubelet, it reads the first document only.
std::optional<HashedStaticPod> static_pod_of(const std::string& file, api::InputFile& input, const std::string& node,
                                             std::vector<api::Problem>& problems) {
  const std::string text = input.read_all();
  if (input.problem()) {
    problems.push_back({input.name(), {}, "", *input.problem()});
    return std::nullopt;
  }
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
  json object = api::to_json(document);
  std::vector<api::Problem> unknown = unknown_fields_of(object, file, document.mark);
  return HashedStaticPod{std::string{name.empty() ? std::string_view{file} : name},
                         {node, path, ""},
                         std::move(object),
                         false,
                         file,
                         document.mark,
                         std::move(unknown)};
}

/// Returns the Pod on a line, which is the manifest of a static pod as it is.
HashedStaticPod static_pod_of_object(const jsonl::JsonField& line, const std::string& file, int number,
                                     const std::string& node) {
  const api::Cursor object{line.value()};
  if (object["kind"] && object["kind"].text() != "Pod") line.at("kind").fail("Pod, in a line of static pods");
  const std::string_view name = object["metadata"]["name"].text();
  return {name.empty() ? fmt::format("{}:{}", file, number) : std::string{name},
          {node, std::filesystem::absolute(file).lexically_normal().string(), ""},
          line.value(),
          true,
          file,
          {number, 1},
          unknown_fields_of(line.value(), file, {number, 1})};
}

}  // namespace

std::optional<HashedContainer> read_container_line(std::string_view text, const std::string& file, int number,
                                                   std::vector<api::Problem>& problems) {
  return jsonl::read_line(text, file, number, problems, [&](const jsonl::JsonField& line) {
    return HashedContainer{name_of(line, file, number), batch::object_from(line.at("container"), "Container"), true,
                           batch::unknown_fields(line, file, number)};
  });
}

void for_each_container(const std::vector<std::string>& files, const std::function<void(const HashedContainer&)>& use) {
  std::vector<api::Problem> problems;
  for (const std::string& file : files) {
    batch::FileReaders readers;
    readers.line = [&](std::string_view text, int number) {
      if (const auto read = read_container_line(text, file, number, problems)) use(*read);
    };
    readers.pod = [&](const manifests::ManifestPod& pod) { use_containers_of(pod.pod, use); };
    batch::read_file(file, readers, problems);
  }
  if (!problems.empty()) throw BadInput{problems};
}

void for_each_static_pod(const std::vector<std::string>& files, const std::string& node,
                         const std::function<void(const HashedStaticPod&)>& use) {
  std::vector<api::Problem> problems;
  for (const std::string& file : files) {
    api::InputFile input{file};
    if (!batch::holds_lines(input.first_line(), file)) {
      if (const auto read = static_pod_of(file, input, node, problems)) use(*read);
      continue;
    }
    const auto line_reader = [&](auto* pod_of_line) {
      return [&, pod_of_line](std::string_view text, int number) {
        const auto read = jsonl::read_line(text, file, number, problems, [&](const jsonl::JsonField& line) {
          return pod_of_line(line, file, number, node);
        });
        if (read) use(*read);
      };
    };
    batch::FileReaders readers;
    readers.line = line_reader(&static_pod_line);
    readers.object_line = line_reader(&static_pod_of_object);
    batch::read_lines(input, file, readers, problems);
  }
  if (!problems.empty()) throw BadInput{problems};
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
  if (files.empty()) throw BadInput{fmt::format("found no manifest in the folder '{}'", folder)};
  std::ranges::sort(files);
  return files;
}

}  // namespace podreel::cli
