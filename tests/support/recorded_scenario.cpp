#include "tests/support/recorded_scenario.hpp"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "engine/api/document.hpp"
#include "engine/release/behaviour.hpp"
#include "engine/release/behaviour/resizing.hpp"
#include "scenarios/format/load.hpp"

namespace podreel::testing {

namespace {

using nlohmann::json;

void rename(json& object, const char* from, const char* to) {
  if (!object.contains(from)) return;
  object[to] = std::move(object[from]);
  object.erase(from);
}

std::string manifest_path(const json& step) {
  return "/etc/kubernetes/manifests/" + step["file"].get<std::string>();
}

/// Of "45s".
int seconds_of(const json& duration) {
  return std::stoi(duration.get<std::string>());
}

/// The ConfigMaps and Secrets that pods refer to: those that no step adds were not there.
class References {
 public:
  void add_step(const json& step) {
    for (const char* action : {"addConfigMap", "addSecret"}) {
      if (step.contains(action)) added_.insert(step[action]["name"].get<std::string>());
    }
    add(step);
  }
  [[nodiscard]] json removals() const {
    json steps = json::array();
    for (const auto& [name, action] : referred_) {
      if (!added_.contains(name)) steps.push_back({{"at", "0s"}, {action, {{"name", name}}}});
    }
    return steps;
  }

 private:
  void add(const json& part) {
    static const std::map<std::string, const char*> actions{
        {"configMapRef", "removeConfigMap"}, {"configMapKeyRef", "removeConfigMap"}, {"configMap", "removeConfigMap"},
        {"secretRef", "removeSecret"},       {"secretKeyRef", "removeSecret"},       {"secret", "removeSecret"}};
    if (part.is_array()) {
      for (const json& item : part) add(item);
    }
    if (!part.is_object()) return;
    for (const auto& [field, value] : part.items()) {
      const auto action = actions.find(field);
      const char* name = field == "secret" && value.is_object() && value.contains("secretName") ? "secretName" : "name";
      if (action != actions.end() && value.contains(name)) referred_[value[name]] = action->second;
      if (field == "imagePullSecrets") {
        for (const json& secret : value) referred_[secret["name"]] = "removeSecret";
      }
      add(value);
    }
  }

  std::set<std::string> added_;
  std::map<std::string, const char*> referred_;
};

/// The recorder patches the whole pod, and writes times of transitions, which no comparison reads.
void set_conditions(json& patch) {
  if (patch.contains("status")) patch = json(patch["status"]);
  for (json& condition : patch["conditions"]) condition.erase("lastTransitionTime");
}

/// The steps of a scenario, one by one, in podreel's words.
class Translation {
 public:
  /// `resizes`: podreel's API server of that release lets pods be resized.
  explicit Translation(bool resizes) : resizes_{resizes} {}

  void add(json step) {
    for (const auto& [from, to] : {std::pair{"setNodeLabels", "labelNode"}, std::pair{"setNodeTaints", "taintNode"}}) {
      rename(step, from, to);
    }
    if (step.contains("patchPodStatus")) set_conditions(step["patchPodStatus"]["patch"]);
    if (step.contains("resizePod")) return add_resize(step);
    if (step.contains("patchPod")) return force_patch(step["at"], step["patchPod"]["name"], step["patchPod"]["patch"]);
    if (step.contains("writeStaticPod")) return write_static_pod(step);
    if (step.contains("removeStaticPod")) return remove_static_pod(step);
    if (step.contains("stopApiServer")) return stop_api_server(step);
    if (step.contains("createPod")) {
      step["createPod"]["apiVersion"] = "v1";
      step["createPod"]["kind"] = "Pod";
      note_init_containers(step["createPod"]);
    }
    steps_.push_back(std::move(step));
  }
  [[nodiscard]] json take() { return std::move(steps_); }

 private:
  void append(const json& at, const char* action, json argument) {
    steps_.push_back({{"at", at}, {action, std::move(argument)}});
  }
  /// The recorder's API server takes every resize, whatever its release and the containers.
  void add_resize(const json& step) {
    const json& resize = step["resizePod"];
    const json& containers = resize["containers"];
    const bool is_allowed = resizes_ && std::ranges::none_of(init_containers_, [&containers](const std::string& name) {
                              return containers.contains(name);
                            });
    if (is_allowed) return append(step["at"], "resizePod", {{"pod", resize["name"]}, {"containers", containers}});
    json spec = json::object();
    for (const auto& [name, resources] : containers.items()) {
      const char* list = init_containers_.contains(name) ? "initContainers" : "containers";
      spec[list].push_back({{"name", name}, {"resources", resources}});
    }
    force_patch(step["at"], resize["name"], {{"spec", std::move(spec)}});
  }
  void force_patch(const json& at, const json& pod, json patch) {
    append(at, "patchPod", {{"name", pod}, {"force", true}, {"patch", std::move(patch)}});
  }
  void note_init_containers(const json& pod) {
    for (const json& container : pod["spec"].value("initContainers", json::array())) {
      init_containers_.insert(container["name"].get<std::string>());
    }
  }
  void write_static_pod(const json& step) {
    const json& written = step["writeStaticPod"];
    const bool is_new = manifests_.insert(manifest_path(written)).second;
    append(step["at"], is_new ? "addStaticPod" : "updateStaticPod",
           {{"path", manifest_path(written)}, {"manifest", written["pod"]}});
  }
  void remove_static_pod(const json& step) {
    const std::string path = manifest_path(step["removeStaticPod"]);
    manifests_.erase(path);
    append(step["at"], "removeStaticPod", {{"path", path}});
  }
  void stop_api_server(const json& step) {
    const int back_at = seconds_of(step["at"]) + seconds_of(step["stopApiServer"]["for"]);
    append(step["at"], "stopApiServer", json::object());
    append(std::to_string(back_at) + "s", "startApiServer", json::object());
  }

  bool resizes_;
  json steps_ = json::array();
  std::set<std::string> init_containers_;
  std::set<std::string> manifests_;
};

/// The kubelet's maximum is the node's capacity for pods.
void set_max_pods(json& node) {
  const json::json_pointer max_pods{"/kubelet/config/maxPods"};
  if (!node.contains(max_pods)) return;
  node["allocatable"]["pods"] = std::to_string(node[max_pods].get<int>());
  node["kubelet"]["config"].erase("maxPods");
}

/// What the run was made with.
void set_up_node(json& spec, const RunLabel& run) {
  json& node = spec["node"];
  rename(node, "capacity", "allocatable");
  set_max_pods(node);
  if (!node.contains("labels")) node["labels"] = json::object();
  if (run.api_server) node["apiServer"]["version"] = release::to_string(*run.api_server);
  for (const auto& [gate, on] : run.gates) node["kubelet"]["featureGates"][gate] = on;
  spec["runtime"]["containerLogs"] = false;
  // Where usage was read from control groups, the recorder's fake ones had less of it.
  if (run.gates.contains("InPlacePodVerticalScaling")) spec["runtime"]["memoryInUse"] = "1Mi";
}

/// The recorder's names are podreel's from here on.
void translate(json& scenario, const RunLabel& run) {
  json& spec = scenario["spec"];
  set_up_node(spec, run);
  References references;
  for (const json& step : spec["timeline"]) references.add_step(step);
  const release::Behaviour behaviour = release::behaviour_of(run.kubelet.value_or(release::Release{}), run.gates);
  // The recorder's API server has no admission plugins.
  const bool resizes =
      !run.kubelet || (behaviour.has(release::in_place_resize) && !behaviour.has(release::resize_checked_against_node));
  Translation translation{resizes};
  for (json& step : references.removals()) translation.add(std::move(step));
  for (json& step : spec["timeline"]) translation.add(std::move(step));
  spec["timeline"] = translation.take();
}

/// Upgrades begin with the API server; what it stores makes no difference to kubelets that do not resize.
std::optional<release::Release> api_server_of(const std::string& from, const std::string& to) {
  const auto newest = std::max(release::parse_release(from), release::parse_release(to));
  if (!newest || !release::behaviour_of(*newest, {}).has(release::in_place_resize)) return std::nullopt;
  return newest;
}

}  // namespace

RunLabel parse_run_label(const std::string& run) {
  constexpr std::string_view upgrade = "-to-";
  RunLabel label;
  if (const std::size_t to = run.find(upgrade); to != std::string::npos) {
    label.api_server = api_server_of(run.substr(0, to), run.substr(to + upgrade.size()));
  } else {
    label.kubelet = release::parse_release(run.substr(0, run.find_first_of("-+")));
  }
  if (const std::size_t plus = run.find('+'); plus != std::string::npos) {
    label.gates[run.substr(plus + 1, run.find('-', plus) - plus - 1)] = true;
  }
  return label;
}

format::Scenario read_recorded_scenario(const std::filesystem::path& file, const RunLabel& run) {
  api::LoadedFile loaded = api::load_file(file.string());
  for (api::Tree& document : loaded.documents) {
    json scenario = api::to_json(document);
    translate(scenario, run);
    document = api::to_tree(scenario);
  }
  format::LoadOptions options;
  options.kubelet = run.kubelet;
  format::Loaded read = format::load_scenarios(loaded, file.string(), options);
  std::string problems;
  for (const api::Problem& problem : read.problems) problems += api::to_string(problem) + "\n";
  if (!problems.empty()) throw UnreadableScenario{problems};
  return std::move(read.scenarios.front());
}

}  // namespace podreel::testing
