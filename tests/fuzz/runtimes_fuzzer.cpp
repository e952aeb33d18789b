// Histories of CRI calls to one served runtime: bytes choose the calls. After each of them the lists have the sandboxes
// and containers that a model has, containers only move forward, and a refused call has changed nothing.
#include <array>
#include <chrono>
#include <fmt/format.h>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/api/document.hpp"
#include "scenarios/format/load.hpp"
#include "tests/fuzz/bytes.hpp"
#include "tests/fuzz/target.hpp"
#include "tests/support/drive.hpp"
#include "tools/cri/runtime/served_runtime.hpp"

namespace podreel::fuzz {

namespace {

using runtime::ContainerState;

const format::Scenario& scripted_pod() {
  static const format::Loaded loaded = format::load_scenarios(
      api::load_documents(
          "{apiVersion: podreel.dev/v1alpha1, kind: Scenario, metadata: {name: served}, spec: {"
          "timeline: [{at: 50s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: a}, spec: {containers: ["
          "{name: app, image: img}, {name: helper, image: img}]}}}],"
          "runtime: {pods: [{name: a, containers: ["
          "{name: app, runs: [{for: 2s, exitCode: 3, onTerm: {exitAfter: 100ms}}]},"
          "{name: helper, runs: [{for: forever, onTerm: ignore}]}]}]}}}",
          "served.yaml"),
      "served.yaml");
  return loaded.scenarios.at(0);
}

class NoLogs final : public cri::Logs {
 public:
  std::optional<std::string> append(const std::string&, const std::string&, std::string_view) override {
    return std::nullopt;
  }
};

struct ExpectedContainer {
  std::string sandbox;
  ContainerState state = ContainerState::created;
};

/// What a client that keeps count of its calls expects to exist.
struct Model {
  /// By id: whether the sandbox is ready.
  std::map<std::string, bool> sandboxes;
  std::map<std::string, ExpectedContainer> containers;
  std::map<std::string, std::string> names;
};

class CallHistory {
 public:
  explicit CallHistory(std::string_view input) : bytes_{input} {}

  void run() {
    constexpr int max_calls = 60;
    for (int call = 0; call < max_calls && !bytes_.used_up(); ++call) {
      perform(last_ = bytes_.below(12));
      check();
    }
  }

 private:
  /// An id of the model, or one that was never given.
  template <class Value>
  std::string choose_id(const std::map<std::string, Value>& objects) {
    const std::size_t place = bytes_.below(objects.size() + 1);
    if (place == objects.size()) return std::string(64, 'e');
    return std::next(objects.begin(), static_cast<std::ptrdiff_t>(place))->first;
  }

  template <class T>
  runtime::Result<T> call(cri::RuntimeService::Answer<T> answer) {
    return testing::drive(client_, std::move(answer));
  }

  void perform(std::size_t choice) {
    switch (choice) {
      case 0:
      case 1:
        return run_sandbox();
      case 2:
      case 3:
        return create_container();
      case 4:
      case 5:
        return start_container();
      case 6:
        return stop_container();
      case 7:
        return remove_container();
      case 8:
        return stop_sandbox();
      case 9:
        return remove_sandbox();
      case 10:
        return use_image();
      default:
        served_.scheduler().run_until(served_.scheduler().now() + std::chrono::milliseconds{100} * bytes_.below(60));
    }
  }

  void run_sandbox() {
    cri::SandboxConfig config;
    const std::string pod(1, static_cast<char>('a' + bytes_.below(2)));
    config.metadata = {pod, "uid-of-" + pod, "default", static_cast<std::uint32_t>(bytes_.below(2))};
    const std::string name = fmt::format("{}/{}", pod, config.metadata.attempt);
    const runtime::Result<std::string> id = call(service_.run_pod_sandbox(client_, config));
    require(id.has_value() == !model_.names.contains(name), "a sandbox's name is given once", name);
    if (!id) return;
    require(model_.sandboxes.emplace(*id, true).second, "an id is given once", *id);
    model_.names.emplace(name, *id);
  }

  void create_container() {
    const std::string sandbox = choose_id(model_.sandboxes);
    cri::ContainerConfig config;
    config.name = bytes_.below(2) == 0 ? "app" : "helper";
    config.attempt = static_cast<std::uint32_t>(bytes_.below(2));
    config.image = "img";
    const std::string name = fmt::format("{}/{}/{}", sandbox, config.name, config.attempt);
    const runtime::Result<std::string> id = call(service_.create_container(client_, sandbox, config));
    if (!id) return;
    require(model_.sandboxes.contains(sandbox), "a container has a sandbox", sandbox);
    require(model_.names.emplace(name, *id).second, "a container's name is given once", name);
    require(model_.containers.emplace(*id, ExpectedContainer{sandbox}).second, "an id is given once", *id);
  }

  void start_container() {
    const std::string id = choose_id(model_.containers);
    const bool is_started = call(service_.start_container(client_, id)).has_value();
    const auto found = model_.containers.find(id);
    const bool may_start = found != model_.containers.end() && found->second.state == ContainerState::created;
    require(may_start || !is_started, "a container is started once", id);
    // A container that cannot be started has ended (containerd, internal/cri/server/container_start.go).
    if (may_start) found->second.state = is_started ? ContainerState::running : ContainerState::exited;
  }

  void stop_container() {
    const std::string id = choose_id(model_.containers);
    const auto timeout = static_cast<std::int64_t>(bytes_.below(3));
    require(call(service_.stop_container(client_, id, timeout)).has_value(), "a stop succeeds", id);
    const auto found = model_.containers.find(id);
    if (found == model_.containers.end() || found->second.state != ContainerState::running) return;
    found->second.state = ContainerState::exited;
  }

  void remove_container() {
    const std::string id = choose_id(model_.containers);
    require(call(service_.remove_container(client_, id)).has_value(), "a removal succeeds", id);
    forget(id);
    model_.containers.erase(id);
  }

  void stop_sandbox() {
    const std::string id = choose_id(model_.sandboxes);
    require(call(service_.stop_pod_sandbox(client_, id)).has_value(), "a stop succeeds", id);
    if (const auto found = model_.sandboxes.find(id); found != model_.sandboxes.end()) found->second = false;
    end_containers_of(id);
  }

  void remove_sandbox() {
    const std::string id = choose_id(model_.sandboxes);
    require(call(service_.remove_pod_sandbox(client_, id)).has_value(), "a removal succeeds", id);
    std::erase_if(model_.containers, [this, &id](const auto& container) {
      const bool is_in_it = container.second.sandbox == id;
      if (is_in_it) forget(container.first);
      return is_in_it;
    });
    forget(id);
    model_.sandboxes.erase(id);
  }

  void end_containers_of(const std::string& sandbox) {
    for (auto& [id, container] : model_.containers) {
      const bool ends = container.sandbox == sandbox && container.state == ContainerState::running;
      if (ends) container.state = ContainerState::exited;
    }
  }

  /// What is gone gives its name back.
  void forget(const std::string& id) {
    std::erase_if(model_.names, [&id](const auto& name) { return name.second == id; });
  }

  void use_image() {
    const std::string image = bytes_.below(2) == 0 ? "one:1" : "two:1";
    const bool pulls = bytes_.below(2) == 0;
    if (pulls) {
      require(call(service_.pull_image(client_, image, std::nullopt)).has_value(), "a pull succeeds", image);
    } else {
      require(call(service_.remove_image(client_, image)).has_value(), "a removal succeeds", image);
    }
    const auto status = call(service_.image_status(client_, image));
    require(status.has_value() && status->has_value() == pulls, "an image is there from its pull to its removal",
            image);
  }

  void check() {
    const auto sandboxes = call(service_.list_pod_sandbox(client_, {}));
    require(sandboxes.has_value() && sandboxes->size() == model_.sandboxes.size(), "all sandboxes are listed", "");
    for (const cri::SandboxView& view : *sandboxes) {
      const auto expected = model_.sandboxes.find(view.record->id);
      require(expected != model_.sandboxes.end() && expected->second == view.ready, "a sandbox is as expected",
              view.record->id);
    }
    const auto containers = call(service_.list_containers(client_, {}));
    require(containers.has_value() && containers->size() == model_.containers.size(), "all containers are listed", "");
    for (const cri::ContainerView& view : *containers) check(view);
  }

  void check(const cri::ContainerView& listed) {
    const std::string& id = listed.record->id;
    const auto expected = model_.containers.find(id);
    require(expected != model_.containers.end(), "a listed container was created", id);
    const auto status = call(service_.container_status(client_, id));
    require(status.has_value() && status->record == listed.record, "a listed container has a status", id);
    const cri::ContainerView& view = *status;
    // A container that runs may end by itself.
    const bool has_ended = expected->second.state == ContainerState::running && view.state == ContainerState::exited;
    if (has_ended) expected->second.state = ContainerState::exited;
    require(view.state == expected->second.state, "containers only move forward",
            fmt::format("{}: {} instead of {} after {}", id, static_cast<int>(view.state),
                        static_cast<int>(expected->second.state), last_));
    const bool is_over = view.state == ContainerState::exited;
    const bool was_started = is_over || view.state == ContainerState::running;
    require((view.finished_at != 0) == is_over, "a container that has ended has an end", id);
    require(is_over || (view.started_at != 0) == was_started, "a container that runs has a start", id);
    require(view.started_at == 0 || view.created_at <= view.started_at, "a container starts after its creation", id);
    require(!is_over || view.started_at <= view.finished_at, "a container ends after its start", id);
  }

  Bytes bytes_;
  NoLogs logs_;
  cri::ServedRuntime served_{scripted_pod(), cri::Pace{sim::from_unix_seconds(1000), 1}, logs_,
                             [](const std::string& complaint) { require(false, "no complaints", complaint); }};
  cri::RuntimeService& service_ = served_.service();
  sim::Process client_{served_.scheduler()};
  Model model_;
  std::size_t last_ = 0;
};

void run_calls(std::string_view input) {
  CallHistory{input}.run();
}

const AddedTarget added_runtimes{"runtimes", run_calls};

}  // namespace

}  // namespace podreel::fuzz
