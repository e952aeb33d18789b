#include "tests/support/generated_steps.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <fmt/format.h>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace podreel::testing {

namespace {

using fuzz::Bytes;
using nlohmann::json;

/// One that the timeline has created, as it is by now.
struct Living {
  json manifest;
  /// Of a static pod; else empty.
  std::string path{};
  std::optional<std::size_t> grace{};
  std::size_t tolerations = 0;
  std::size_t ephemeral = 0;

  [[nodiscard]] std::string name() const { return manifest["metadata"]["name"].get<std::string>(); }
};

class StepMaker {
 public:
  StepMaker(GeneratedScenario& scenario, Bytes& bytes) : made_{scenario}, bytes_{bytes} {}

  void make() {
    for (const GeneratedPod& pod : made_.pods) create(pod.manifest);
    for (std::size_t count = 1 + bytes_.below(10); count > 0; --count) {
      at_ += std::chrono::milliseconds{100 * (1 + bytes_.below(8) * bytes_.below(128))};
      add_any();
    }
    const int rest = bytes_.flip() ? 100 : 1000;
    made_.duration = std::chrono::ceil<std::chrono::seconds>(at_) + std::chrono::seconds{rest};
  }

 private:
  using Maker = void (StepMaker::*)();

  void add(const char* action, json fields) {
    made_.steps.push_back({{"at", fmt::format("{}ms", at_.count())}, {action, std::move(fields)}});
  }
  void wait(std::size_t seconds) { at_ += std::chrono::seconds{seconds}; }
  [[nodiscard]] bool knows(std::string_view since) const {
    return made_.node.oldest() >= release::parse_release(since).value();
  }

  void create(const json& manifest) {
    Living pod{manifest};
    if (bytes_.below(5) == 1) {
      pod.path = fmt::format("/etc/kubernetes/manifests/{}.yaml", pod.name());
      pod.manifest["metadata"].erase("finalizers");
      pod.manifest["spec"].erase("imagePullSecrets");
      for (json& container : pod.manifest["spec"]["containers"]) container.erase("env");
      add("addStaticPod", {{"path", pod.path}, {"manifest", pod.manifest}});
    } else {
      add("createPod", manifest);
    }
    pods_.push_back(std::move(pod));
    at_ += std::chrono::milliseconds{bytes_.below(40) * 100};
  }

  void add_any() {
    static constexpr std::array<Maker, 25> of_pods{&StepMaker::oom_kill,
                                                   &StepMaker::shorten_deadline,
                                                   &StepMaker::shorten_deadline,
                                                   &StepMaker::set_image,
                                                   &StepMaker::tolerate,
                                                   &StepMaker::change_grace,
                                                   &StepMaker::label,
                                                   &StepMaker::remove,
                                                   &StepMaker::remove,
                                                   &StepMaker::resize,
                                                   &StepMaker::add_ephemeral,
                                                   &StepMaker::exit,
                                                   &StepMaker::kill_sandbox,
                                                   &StepMaker::remove_container,
                                                   &StepMaker::alter_hash,
                                                   &StepMaker::set_gate,
                                                   &StepMaker::remove_finalizer,
                                                   &StepMaker::edit_static_pod,
                                                   &StepMaker::edit_static_pod,
                                                   &StepMaker::kill_sandbox,
                                                   &StepMaker::exit,
                                                   &StepMaker::resize,
                                                   &StepMaker::label,
                                                   &StepMaker::set_image,
                                                   &StepMaker::remove};
    static constexpr std::array<Maker, 12> of_node{
        &StepMaker::restart_kubelet, &StepMaker::restart_kubelet,   &StepMaker::stop_api_server,
        &StepMaker::lose_network,    &StepMaker::lose_runtime,      &StepMaker::hang_runtime,
        &StepMaker::remove_a_secret, &StepMaker::remove_config_map, &StepMaker::label_node,
        &StepMaker::reboot,          &StepMaker::cut_network,       &StepMaker::restart_runtime};
    if (!pods_.empty() && bytes_.below(4) != 0) {
      chosen_ = bytes_.below(pods_.size());
      (this->*of_pods.at(bytes_.below(of_pods.size())))();
    } else {
      (this->*of_node.at(bytes_.below(of_node.size())))();
    }
  }

  Living& pod() { return pods_[chosen_]; }
  [[nodiscard]] bool is_ordinary() const { return pods_[chosen_].path.empty(); }
  json& spec() { return pod().manifest["spec"]; }
  std::string api_name() { return is_ordinary() ? pod().name() : pod().name() + "-node-1"; }

  json& container() {
    json& spec = this->spec();
    const bool is_init = spec.contains("initContainers") && bytes_.below(3) == 1;
    json& list = spec[is_init ? "initContainers" : "containers"];
    return list[bytes_.below(list.size())];
  }

  void patch(json spec, bool force = false) {
    json fields{{"name", pod().name()}, {"patch", {{"spec", std::move(spec)}}}};
    if (force) fields["force"] = true;
    add("patchPod", std::move(fields));
  }

  void shorten_deadline() {
    if (!is_ordinary()) return;
    constexpr std::size_t usual = 300;
    const auto longest = spec().value("activeDeadlineSeconds", usual);
    spec()["activeDeadlineSeconds"] = 1 + bytes_.next() * longest / 256;
    patch({{"activeDeadlineSeconds", spec()["activeDeadlineSeconds"]}});
  }

  void set_image() {
    if (!is_ordinary()) return;
    static constexpr std::array images{"nginx:1.26", "nginx:1.25", generated_slow_image, generated_missing_image};
    json& changed = container();
    changed["image"] = images.at(bytes_.below(images.size()));
    add("setImage", {{"pod", pod().name()}, {"container", changed["name"]}, {"image", changed["image"]}});
  }

  void tolerate() {
    if (!is_ordinary()) return;
    json all = json::array();
    for (std::size_t index = 0; index <= pod().tolerations; ++index) {
      all.push_back({{"key", fmt::format("example.com/{}", index)}, {"operator", "Exists"}});
    }
    ++pod().tolerations;
    patch({{"tolerations", std::move(all)}});
  }

  void change_grace() {
    if (!is_ordinary()) return;
    patch({{"terminationGracePeriodSeconds", bytes_.below(60)}}, true);
  }

  void label() {
    if (!is_ordinary()) return;
    add("labelPod", {{"name", pod().name()}, {"labels", {{"turn", std::to_string(made_.steps.size())}}}});
  }

  void remove() {
    Living& removed = pod();
    if (!is_ordinary()) {
      add("removeStaticPod", {{"path", removed.path}});
      pods_.erase(pods_.begin() + static_cast<std::ptrdiff_t>(chosen_));
      return;
    }
    const std::size_t grace = bytes_.below(4) == 1 ? 0 : bytes_.below(90);
    json fields{{"name", removed.name()}};
    if (bytes_.flip() || removed.grace) fields["gracePeriodSeconds"] = grace;
    add("deletePod", std::move(fields));
    if (std::exchange(removed.grace, grace) || grace == 0) {
      pods_.erase(pods_.begin() + static_cast<std::ptrdiff_t>(chosen_));
    }
  }

  void resize() {
    if (!is_ordinary() || !knows("1.33") || made_.node.feature_gates.contains("InPlacePodVerticalScaling")) return;
    json& resized = spec()["containers"][0];
    if (!resized.contains("resources")) return;
    static constexpr std::array cpus{"50m", "200m", "8", "100m"};
    const std::string cpu = cpus.at(bytes_.below(cpus.size()));
    // From 1.36 on the API server rejects a resize beyond the node's 4 CPUs.
    resized["resources"]["requests"]["cpu"] = cpu == "8" && knows("1.36") ? "3" : cpu;
    add("resizePod", {{"pod", pod().name()}, {"container", resized["name"]}, {"resources", resized["resources"]}});
  }

  void add_ephemeral() {
    if (!is_ordinary() || !knows("1.25")) return;
    const std::string name = fmt::format("debug-{}", pod().ephemeral++);
    add("addEphemeralContainer", {{"pod", pod().name()}, {"container", {{"name", name}, {"image", "busybox"}}}});
  }

  void exit() {
    add("exitContainer", {{"pod", api_name()}, {"container", container()["name"]}, {"exitCode", bytes_.below(3)}});
  }
  void oom_kill() {
    add("oomKill", {{"pod", api_name()},
                    {"container", container()["name"]},
                    {"process", bytes_.flip() ? "child" : "main"},
                    {"scope", bytes_.flip() ? "node" : "container"}});
  }
  void kill_sandbox() { add("killSandbox", {{"pod", api_name()}, {"killsContainers", bytes_.flip()}}); }
  void remove_container() { add("removeContainer", {{"pod", api_name()}, {"container", container()["name"]}}); }
  void alter_hash() {
    add("alterHash", {{"pod", api_name()}, {"container", container()["name"]}, {"hash", "deadbeef"}});
  }

  void set_gate() {
    if (!spec().contains("readinessGates") || !is_ordinary()) return;
    const json condition{{"type", generated_gate}, {"status", bytes_.below(3) == 1 ? "False" : "True"}};
    add("patchPodStatus", {{"name", pod().name()}, {"patch", {{"conditions", json::array({condition})}}}});
  }

  void remove_finalizer() {
    if (!pod().manifest["metadata"].contains("finalizers")) return;
    pod().manifest["metadata"].erase("finalizers");
    add("removeFinalizers", {{"pod", pod().name()}});
  }

  void edit_static_pod() {
    if (is_ordinary()) return;
    if (bytes_.flip()) {
      add("removeStaticPod", {{"path", pod().path}});
      wait(bytes_.below(20));
      add("addStaticPod", {{"path", pod().path}, {"manifest", pod().manifest}});
    } else {
      container()["image"] = fmt::format("nginx:{}", made_.steps.size());
      add("updateStaticPod", {{"path", pod().path}, {"manifest", pod().manifest}});
    }
  }

  void restart_kubelet() {
    add("stopKubelet", bytes_.flip() ? json{{"signal", "KILL"}} : json::object());
    wait(bytes_.below(30));
    json start = json::object();
    if (made_.node.other_kubelet && bytes_.flip()) {
      is_other_kubelet_ = !is_other_kubelet_;
      start["version"] = release::minor_string(is_other_kubelet_ ? *made_.node.other_kubelet : made_.node.kubelet);
    }
    add("startKubelet", std::move(start));
  }
  void reboot() {
    const std::size_t seconds = 1 + bytes_.below(60);
    add("rebootNode", {{"downFor", fmt::format("{}s", seconds)}});
    wait(seconds);
  }
  void stop_api_server() {
    add("stopApiServer", json::object());
    wait(1 + bytes_.below(90));
    add("startApiServer", json::object());
  }
  void lose_network() {
    add("setRuntimeStatus", {{"networkReady", false}, {"message", "cni plugin not initialized"}});
    wait(1 + bytes_.below(150));
    add("setRuntimeStatus", json::object());
  }
  void lose_runtime() {
    add("setRuntimeStatus", {{"runtimeReady", false}, {"message", "not yet"}});
    wait(1 + bytes_.below(60));
    add("setRuntimeStatus", json::object());
  }
  void hang_runtime() {
    const std::size_t seconds = 1 + bytes_.next();
    add("hangRuntime", {{"for", fmt::format("{}s", seconds)}});
    wait(seconds);
  }
  void cut_network() {
    const std::size_t seconds = 1 + bytes_.next();
    add("cutNetwork", {{"for", fmt::format("{}s", seconds)}});
    wait(seconds);
  }
  void restart_runtime() {
    const std::size_t seconds = 1 + bytes_.below(60);
    add("restartRuntime", {{"downFor", fmt::format("{}s", seconds)}, {"killsContainers", bytes_.flip()}});
    wait(seconds);
  }
  void remove_a_secret() {
    add("removeSecret", {{"name", generated_secret}});
    wait(1 + bytes_.below(150));
    add("addSecret", {{"name", generated_secret}, {"data", {{"a", "b"}}}});
  }
  void remove_config_map() {
    add("removeConfigMap", {{"name", generated_config_map}});
    wait(1 + bytes_.below(60));
    add("addConfigMap", {{"name", generated_config_map}, {"data", {{"a", "b"}}}});
  }
  void label_node() { add("labelNode", {{"labels", {{"turn", std::to_string(made_.steps.size())}}}}); }

  GeneratedScenario& made_;
  Bytes& bytes_;
  std::chrono::milliseconds at_{};
  std::vector<Living> pods_;
  std::size_t chosen_ = 0;
  bool is_other_kubelet_ = false;
};

}  // namespace

void add_steps(GeneratedScenario& scenario, Bytes& bytes) {
  StepMaker{scenario, bytes}.make();
}

}  // namespace podreel::testing
