#include "tools/cli/new/scenario_draft.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <set>
#include <string_view>

#include "tools/text/yaml_text.hpp"

namespace podreel::cli {

namespace {

using nlohmann::json;
using nlohmann::ordered_json;

constexpr const char* container_lists[] = {"initContainers", "containers"};

/// Keeps only the metadata that the pod's author wrote.
ordered_json as_written(const json& pod) {
  ordered_json metadata;
  for (const char* field : {"name", "namespace", "labels", "annotations"}) {
    if (pod.at("metadata").contains(field)) metadata[field] = pod["metadata"][field];
  }
  if (metadata.contains("annotations"))
    metadata["annotations"].erase("kubectl.kubernetes.io/last-applied-configuration");
  ordered_json spec = pod.at("spec");
  spec.erase("nodeName");
  return {{"apiVersion", "v1"}, {"kind", "Pod"}, {"metadata", std::move(metadata)}, {"spec", std::move(spec)}};
}

std::string indented(const std::string& text, std::size_t columns) {
  std::string result;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size() - 1);
    result += std::string(columns, ' ') + text.substr(begin, end - begin + 1);
    begin = end + 1;
  }
  return result;
}

/// Quotes text for a flow mapping.
std::string quoted(const std::string& text) {
  return json(text).dump(-1, ' ', false, json::error_handler_t::replace);
}

std::string name_of(const json& pod) {
  const json& metadata = pod.at("metadata");
  const std::string name = metadata.at("name").get<std::string>();
  const std::string in = metadata.value("namespace", "default");
  return in == "default" ? name : in + "/" + name;
}

bool ends_by_itself(const json& pod) {
  return pod["spec"].value("restartPolicy", "Always") != "Always";
}

/// Returns the protocols that the pod's probes and hooks use.
std::set<std::string> protocols_of(const json& pod) {
  std::set<std::string> found;
  for (const char* list : container_lists) {
    if (!pod["spec"].contains(list)) continue;
    for (const json& container : pod["spec"][list]) {
      for (const char* probe : {"livenessProbe", "readinessProbe", "startupProbe"}) {
        if (!container.contains(probe)) continue;
        for (const auto& [field, protocol] :
             {std::pair{"httpGet", "http"}, std::pair{"tcpSocket", "tcp"}, std::pair{"grpc", "grpc"}}) {
          if (container[probe].contains(field)) found.insert(protocol);
        }
      }
    }
  }
  return found;
}

/// Returns the pod's part of `runtime`, as comments.
std::string scripts_of(const json& pod) {
  std::string text = fmt::format("  #     - name: {}\n  #       containers:\n", quoted(name_of(pod)));
  for (const char* list : container_lists) {
    if (!pod["spec"].contains(list)) continue;
    for (const json& container : pod["spec"][list]) {
      const bool is_init = std::string_view{list} == "initContainers";
      text += fmt::format("  #         - {{name: {}, runs: [{{for: {}, exitCode: 1}}, {{for: {}}}]}}\n",
                          quoted(container.at("name").get<std::string>()), is_init ? "2s" : "30s",
                          is_init ? "2s" : "forever");
    }
  }
  for (const std::string& protocol : protocols_of(pod)) {
    text += protocol == "http"
                ? "  #       http: [{from: 0s, status: 503}, {from: 20s, status: 200}]\n"
                : fmt::format("  #       {}: [{{from: 0s, refused: true}}, {{from: 20s, refused: false}}]\n", protocol);
  }
  return text;
}

std::string images_of(const std::vector<json>& pods) {
  std::set<std::string> images;
  for (const json& pod : pods) {
    for (const json& container : pod["spec"]["containers"]) images.insert(container.value("image", ""));
  }
  images.erase("");
  std::string text;
  for (const std::string& image : images) {
    text +=
        fmt::format("  #     - {{name: {}, present: false, pull: {{takes: 3s, failFirst: 1, error: \"timeout\"}}}}\n",
                    quoted(image));
  }
  return text;
}

std::string likely_steps(const json& pod, release::Release kubelet) {
  const std::string name = quoted(name_of(pod));
  const std::string container = quoted(pod["spec"]["containers"][0].at("name").get<std::string>());
  std::string text =
      fmt::format("    # - {{at: 60s, exitContainer: {{pod: {}, container: {}, exitCode: 1}}}}\n", name, container);
  text += fmt::format("    # - {{at: 90s, killSandbox: {{pod: {}}}}}\n", name);
  text += "    # - {at: 120s, stopKubelet: {}}\n";
  text += fmt::format("    # - {{at: 125s, startKubelet: {{version: \"{}\"}}}}\n", release::minor_string(kubelet));
  text += fmt::format("    # - {{at: 180s, deletePod: {{name: {}}}}}\n", name);
  return text;
}

std::string expectations_of(const json& pod) {
  const std::string name = quoted(name_of(pod));
  if (ends_by_itself(pod)) {
    return fmt::format(
        "    - {{by: 2m, pod: {}, matches: {{status: {{phase: Running}}}}}}\n"
        "    # - {{never: {{pod: {}, matches: {{status: {{phase: Failed}}}}}}}}\n",
        name, name);
  }
  return fmt::format(
      "    - {{by: 2m, pod: {0}, matches: {{status: {{conditions: [{{type: Ready, status: \"True\"}}]}}}}}}\n"
      "    # - {{downtime: {{pod: {0}, atMost: 10s}}}}\n"
      "    # - {{event: {{pod: {0}, reason: Killing}}, count: {{atMost: 9}}}}\n",
      name);
}

}  // namespace

std::string scenario_draft(const DraftedPods& drafted) {
  std::string text = fmt::format(
      "apiVersion: podreel.dev/v1alpha1\n"
      "kind: Scenario\n"
      "metadata: {{name: {}}}\n"
      "spec:\n"
      "  description: Shows the lifecycle of {}.\n"
      "  # Duration of the run; without it, the run ends when nothing changes any more.\n"
      "  duration: 5m\n"
      "  node: {{kubelet: {{version: \"{}\"}}}}\n"
      "  # Behaviour of containers. By default containers run forever, and init containers succeed at once.\n"
      "  # runtime:\n",
      quoted(drafted.name), name_of(drafted.pods.front()), release::minor_string(drafted.kubelet));
  const std::string images = images_of(drafted.pods);
  if (!images.empty()) text += "  #   images:\n" + images;
  text += "  #   pods:\n";
  for (const json& pod : drafted.pods) text += scripts_of(pod);
  text += "  timeline:\n";
  for (const json& pod : drafted.pods) {
    text += "    - at: 0s\n      createPod:\n" + indented(yaml_text(as_written(pod)), 8);
  }
  text += likely_steps(drafted.pods.front(), drafted.kubelet) + "  expect:\n";
  for (const json& pod : drafted.pods) text += expectations_of(pod);
  return text;
}

}  // namespace podreel::cli
