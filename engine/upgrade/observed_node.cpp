#include "engine/upgrade/observed_node.hpp"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>

#include "engine/api/document_text.hpp"
#include "engine/api/input_file.hpp"
#include "engine/api/problem_list.hpp"
#include "engine/api/syntax_error.hpp"
#include "engine/api/take_word.hpp"
#include "engine/api/tree_builder.hpp"
#include "engine/identity/container_hash.hpp"
#include "engine/manifests/pod_name.hpp"
#include "engine/release/release.hpp"
#include "engine/upgrade/pod_object.hpp"

namespace podreel::upgrade {

namespace {

using api::Cursor;
using nlohmann::json;

constexpr std::string_view hash_key = "io.kubernetes.container.hash";

/// dockershim keeps a pod's annotations among the labels.
std::string_view annotation(const Cursor& labels, std::string_view key) {
  const std::string_view prefixed = labels[fmt::format("annotation.{}", key)].text();
  return prefixed.empty() ? labels[key].text() : prefixed;
}

int int_of(std::string_view text) {
  int value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

/// Returns the io.kubernetes.pod.uid of the pod's containers; a static pod's differs from its mirror pod's.
std::string uid_on_node(const json& pod) {
  for (const char* key : {"kubernetes.io/config.hash", "kubernetes.io/config.mirror"}) {
    if (std::string uid = annotation_of(pod, key); !uid.empty()) return uid;
  }
  return std::string{Cursor{pod.at("metadata")}["uid"].text()};
}

}  // namespace

ObservedNode::ObservedNode(const std::vector<std::string>& files, std::vector<api::Problem>& problems) {
  for (const std::string& file : files) {
    api::InputFile input{file};
    const std::string text = input.read_all();
    if (input.problem()) problems.push_back({input.name(), {}, "", *input.problem()});
    if (input.problem()) continue;
    const std::size_t start = text.find_first_not_of(" \t\r\n");
    const bool is_json = start != std::string::npos && (text[start] == '{' || text[start] == '[');
    is_json ? read_documents(text, file, problems) : read_table(text, file, problems);
  }
}

void ObservedNode::read_table(const std::string& text, const std::string& file, std::vector<api::Problem>& problems) {
  if (const std::optional<api::SyntaxError> error = api::check_text(text)) {
    problems.push_back({file, error->mark, "", error->message});
    return;
  }
  const std::size_t before = problems.size();
  bool is_read = true;
  api::for_each_line(text, [&](std::string_view line, int number) {
    if (!is_read) return;
    read_row(line, number, file, problems);
    is_read = !is_enough(problems, before, file);
  });
}

void ObservedNode::read_row(std::string_view line, int number, const std::string& file,
                            std::vector<api::Problem>& problems) {
  std::string rest{line};
  std::ranges::replace_if(
      rest, [](char character) { return character == '\t' || character == '\r'; }, ' ');
  std::string_view words{rest};
  const std::string_view id = api::take_word(words);
  if (id.starts_with('#')) return;
  if (const auto hash = identity::parse_hash(api::take_word(words))) {
    by_id_.insert_or_assign(std::string{api::bare_id(id)}, ObservedContainer{*hash, 0, file, {number, 1}});
    return;
  }
  problems.push_back({file,
                      {number, 1},
                      "",
                      fmt::format("found \"{}\"; accepted: a container's id and its hash in hex, such as "
                                  "4c8f2ab09d3e1 311670a; or the JSON of crictl inspect or docker inspect",
                                  api::abbreviated(line))});
}

void ObservedNode::read_documents(const std::string& text, const std::string& file,
                                  std::vector<api::Problem>& problems) {
  const api::LoadedFile loaded = api::load_documents(text, file);
  problems.insert(problems.end(), loaded.problems.begin(), loaded.problems.end());
  for (const api::Tree& document : loaded.documents) read_entries(document, "", file, problems);
}

void ObservedNode::read_entries(const Cursor& node, const std::string& path, const std::string& file,
                                std::vector<api::Problem>& problems) {
  const bool is_list = node.kind() == Cursor::Kind::list;
  const Cursor list = is_list ? node : node["containers"];
  if (!list) return read_entry(node, path, file, problems);
  const std::string list_path = is_list ? path : api::path_to_key(path, "containers");
  list.for_each_item([&](const Cursor& entry, std::size_t index) {
    read_entry(entry, api::path_to_item(list_path, index), file, problems);
  });
}

void ObservedNode::read_entry(const Cursor& node, const std::string& path, const std::string& file,
                              std::vector<api::Problem>& problems) {
  const Cursor container = node["status"] ? node["status"] : node;
  const Cursor config = node["Config"];
  const Cursor labels = config ? config["Labels"] : container["labels"];
  const Cursor annotations = config ? labels : container["annotations"];
  const std::string_view name = labels["io.kubernetes.container.name"].text();
  if (name == "POD" || labels["io.kubernetes.docker.type"].text() == "podsandbox") return;
  const auto hash = identity::parse_hash(annotation(annotations, hash_key));
  if (name.empty() || !hash) {
    problems.push_back({file, node.mark(), path,
                        fmt::format("found no container with the label io.kubernetes.container.name and the annotation "
                                    "{}; accepted: the JSON of crictl inspect, crictl ps or docker inspect",
                                    hash_key)});
    return;
  }
  const int attempt = int_of(annotation(annotations, "io.kubernetes.container.restartCount"));
  const std::string key =
      fmt::format("{}/{}/{}/{}", labels["io.kubernetes.pod.namespace"].text(), labels["io.kubernetes.pod.name"].text(),
                  labels["io.kubernetes.pod.uid"].text(), name);
  ObservedContainer& known =
      by_label_.try_emplace(key, ObservedContainer{*hash, attempt, file, node.mark()}).first->second;
  if (attempt > known.attempt) known = {*hash, attempt, file, node.mark()};
}

std::map<std::string, const ObservedContainer*> ObservedNode::of(const json& pod) const {
  std::map<std::string, const ObservedContainer*> found;
  const std::string uid = uid_on_node(pod);
  const std::string prefix = manifests::full_name(pod) + "/";
  for (auto at = by_label_.lower_bound(prefix); at != by_label_.end() && at->first.starts_with(prefix); ++at) {
    const std::size_t slash = at->first.rfind('/');
    const std::string_view uid_there{at->first.data() + prefix.size(), slash - prefix.size()};
    if (uid.empty() || uid_there.empty() || uid_there == uid) found[at->first.substr(slash + 1)] = &at->second;
  }
  if (by_id_.empty()) return found;
  for (const ContainerList& list : container_lists) {
    Cursor{pod}["status"][list.statuses].for_each_item([&](const Cursor& container, std::size_t) {
      const std::string_view id = api::bare_id(container["containerID"].text());
      auto at = by_id_.upper_bound(id);
      if (at == by_id_.begin() || !id.starts_with((--at)->first)) return;
      found[std::string{container["name"].text()}] = &at->second;
    });
  }
  return found;
}

std::string releases_that_compute(std::uint64_t stored, const json& container) {
  std::string names;
  for (const release::Release release : release::simulated_releases()) {
    if (identity::container_hash(container, release) != stored) continue;
    names += (names.empty() ? "" : ", ") + release::minor_string(release);
  }
  if (names.empty())
    return "no release computes that hash from this spec; the pod has changed since, or is another pod";
  return "kubelets of " + names + " compute that hash";
}

}  // namespace podreel::upgrade
