// A container runtime of one's own under a simulated kubelet.
//
//   foreign_runtime SCENARIO
//
// prints the events of its pods, and whether they are ready.
#include <algorithm>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "podreel/replay.hpp"
#include "podreel/runtime.hpp"
#include "podreel/trace.hpp"

namespace {

using namespace podreel;
using namespace std::chrono_literals;

/// Every call takes 100 ms. The first pull of an image fails. Containers are warm after 4 s; the first exits with 3
/// after 30 s, the others run until they are stopped.
class Machine final : public ContainerRuntime {
 public:
  explicit Machine(Clock& clock) : clock_{clock} {}
  ~Machine() override {
    std::cout << inventory_.sandboxes.size() << " sandboxes and " << inventory_.containers.size()
              << " containers are left\n";
  }

  void run_pod_sandbox(const SandboxConfig& config, Reply<std::string> reply) override {
    inventory_.sandboxes.push_back({config.namespace_name + "_" + config.name + "_" + std::to_string(config.attempt),
                                    SandboxState::ready, clock_.now(), "10.0.0.7"});
    answer(reply, inventory_.sandboxes.back().id);
  }
  void stop_pod_sandbox(const std::string& id, Reply<Done> reply) override {
    for (RuntimeSandbox& sandbox : inventory_.sandboxes) {
      if (sandbox.id == id) sandbox.state = SandboxState::not_ready;
    }
    answer(reply, Done{});
  }
  void remove_pod_sandbox(const std::string& id, Reply<Done> reply) override {
    std::erase_if(inventory_.sandboxes, [&id](const RuntimeSandbox& sandbox) { return sandbox.id == id; });
    answer(reply, Done{});
  }
  void create_container(const std::string& sandbox_id, const ContainerConfig& config,
                        Reply<std::string> reply) override {
    RuntimeContainer container{.id = sandbox_id + "_" + config.name + "_" + std::to_string(config.attempt)};
    container.created_at = clock_.now();
    inventory_.containers.push_back(container);
    answer(reply, container.id);
  }
  void start_container(const std::string& id, Reply<Done> reply) override {
    RuntimeContainer* container = find(id);
    if (container == nullptr) return reply(RuntimeError{"no container " + id, true});
    container->state = ContainerState::running;
    container->started_at = clock_.now();
    if (starts_++ == 0) clock_.after(30s, [this, id] { exit(id, 3); });
    answer(reply, Done{});
  }
  void stop_container(const std::string& id, std::chrono::nanoseconds grace_period, Reply<Done> reply) override {
    clock_.after(std::min<std::chrono::nanoseconds>(2s, grace_period), [this, id, reply] {
      exit(id, 0);
      reply(Done{});
    });
  }
  void remove_container(const std::string& id, Reply<Done> reply) override {
    std::erase_if(inventory_.containers, [&id](const RuntimeContainer& container) { return container.id == id; });
    answer(reply, Done{});
  }
  void image_status(const std::string& image, Reply<std::optional<RuntimeImage>> reply) override {
    reply(images_.contains(image) ? std::optional{RuntimeImage{"sha256:" + image, 5000}} : std::nullopt);
  }
  void pull_image(const std::string& image, Reply<std::string> reply) override {
    if (pulls_++ == 0) return reply(RuntimeError{"registry is asleep"});
    images_.insert(image);
    answer(reply, "sha256:" + image);
  }
  void list(Reply<RuntimeInventory> reply) override { reply(inventory_); }
  void exec_sync(const std::string& /*id*/, const std::vector<std::string>& command,
                 std::chrono::nanoseconds /*timeout*/, Reply<ExecResult> reply) override {
    reply(ExecResult{.exit_code = command.front() == "alive" ? 0 : 127, .output = {}});
  }
  void probe_network(const std::string& id, const NetworkProbe& probe, std::chrono::nanoseconds /*timeout*/,
                     Reply<ProbeAnswer> reply) override {
    const RuntimeContainer* container = find(id);
    const bool is_warm = container != nullptr && clock_.now() - container->started_at >= 4s;
    reply(ProbeAnswer{.status = is_warm && probe.path == "/ready" ? 200 : 503});
  }

 private:
  template <class Value>
  void answer(const Reply<Value>& reply, Value value) {
    clock_.after(100ms, [reply, value] { reply(value); });
  }
  RuntimeContainer* find(const std::string& id) {
    const auto found = std::ranges::find(inventory_.containers, id, &RuntimeContainer::id);
    return found == inventory_.containers.end() ? nullptr : &*found;
  }
  void exit(const std::string& id, int exit_code) {
    RuntimeContainer* container = find(id);
    if (container == nullptr || container->state != ContainerState::running) return;
    container->state = ContainerState::exited;
    container->finished_at = clock_.now();
    container->exit_code = exit_code;
  }

  Clock& clock_;
  RuntimeInventory inventory_;
  std::set<std::string> images_;
  int pulls_ = 0;
  int starts_ = 0;
};

void print_ready(const PodVersion& version) {
  if (!version.object || !version.object->at("status").contains("containerStatuses")) return;
  const nlohmann::json& status = version.object->at("status").at("containerStatuses").at(0);
  if (status.at("ready")) std::cout << version.pod << " Ready " << status.at("restartCount") << " restarts\n";
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 2) return 2;
  const LoadedScenarios loaded = load_scenario_file(arguments[1]);
  for (const Problem& problem : loaded.problems) std::cerr << to_string(problem) << '\n';
  if (loaded.scenarios.empty()) return 1;

  ReplayOptions options;
  options.runtime = [](Clock& clock) { return std::make_unique<Machine>(clock); };
  options.on_pod = print_ready;
  options.on_record = [](const Record& record) {
    if (record.kind() == RecordKind::event) std::cout << record.pod() << ' ' << record.narration().detail << '\n';
  };
  const ReplayResult result = replay(loaded.scenarios.front(), options);
  if (result.problem) std::cerr << to_string(*result.problem) << '\n';
  return result.problem ? 1 : 0;
}
