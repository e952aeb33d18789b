#include "tests/support/recorded_scenario.hpp"

#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <utility>

#include "engine/api/document.hpp"
#include "scenarios/language/load.hpp"

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

/// The steps of a scenario, one by one, in podreel's words.
class Translation {
 public:
  void add(json step) {
    for (const auto& [from, to] : {std::pair{"setNodeLabels", "labelNode"}, std::pair{"setNodeTaints", "taintNode"}}) {
      rename(step, from, to);
    }
    if (step.contains("patchPodStatus") && step["patchPodStatus"]["patch"].contains("status")) {
      step["patchPodStatus"]["patch"] = json(step["patchPodStatus"]["patch"]["status"]);
    }
    if (step.contains("resizePod")) return add_resizes(step);
    if (step.contains("writeStaticPod")) return write_static_pod(step);
    if (step.contains("removeStaticPod")) return remove_static_pod(step);
    if (step.contains("stopApiServer")) return stop_api_server(step);
    if (step.contains("createPod")) {
      step["createPod"]["apiVersion"] = "v1";
      step["createPod"]["kind"] = "Pod";
    }
    steps_.push_back(std::move(step));
  }
  [[nodiscard]] json take() { return std::move(steps_); }

 private:
  void append(const json& at, const char* action, json argument) {
    steps_.push_back({{"at", at}, {action, std::move(argument)}});
  }
  /// One for each container: all of them at one instant.
  void add_resizes(const json& step) {
    const json& resize = step["resizePod"];
    for (const auto& [container, resources] : resize["containers"].items()) {
      append(step["at"], "resizePod", {{"pod", resize["name"]}, {"container", container}, {"resources", resources}});
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

  json steps_ = json::array();
  std::set<std::string> manifests_;
};

/// The recorder's names are podreel's from here on.
void translate(json& scenario) {
  json& spec = scenario["spec"];
  rename(spec["node"], "capacity", "allocatable");
  if (!spec["node"].contains("labels")) spec["node"]["labels"] = json::object();
  References references;
  for (const json& step : spec["timeline"]) references.add_step(step);
  Translation translation;
  for (json& step : references.removals()) translation.add(std::move(step));
  for (json& step : spec["timeline"]) translation.add(std::move(step));
  spec["timeline"] = translation.take();
}

}  // namespace

RunLabel parse_run_label(const std::string& run) {
  RunLabel label;
  if (run.find("-to-") == std::string::npos)
    label.kubelet = release::parse_release(run.substr(0, run.find_first_of("-+")));
  if (const std::size_t plus = run.find('+'); plus != std::string::npos) {
    label.gates[run.substr(plus + 1, run.find('-', plus) - plus - 1)] = true;
  }
  return label;
}

language::Scenario read_recorded_scenario(const std::filesystem::path& file, const RunLabel& run) {
  api::LoadedFile loaded = api::load_file(file.string());
  for (api::Tree& document : loaded.documents) {
    json scenario = api::to_json(document);
    translate(scenario);
    document = api::to_tree(scenario);
  }
  language::LoadOptions options;
  options.kubelet = run.kubelet;
  language::Loaded read = language::load_scenarios(loaded, file.string(), options);
  std::string problems;
  for (const api::Problem& problem : read.problems) problems += api::to_string(problem) + "\n";
  if (!problems.empty()) throw UnreadableScenario{problems};
  language::Scenario& scenario = read.scenarios.front();
  for (const auto& [gate, on] : run.gates) scenario.node.kubelet.feature_gates[gate] = on;
  return std::move(scenario);
}

}  // namespace podreel::testing
