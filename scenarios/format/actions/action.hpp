// Actions: external events on a simulated node.
#pragma once

#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "scenarios/format/actions/action_context.hpp"
#include "scenarios/format/actions/planned_node.hpp"

namespace podreel::actions {

/// A pod that an action creates on the node.
struct NewPod {
  /// "namespace/name" as in the API.
  std::string name;
  const nlohmann::json& object;
  bool is_static = false;
};

/// The process that performs an action if a scenario's runtime is served to a real kubelet.
enum class Side : std::uint8_t {
  /// The owner of the kubelet and the API server.
  cluster,
  runtime,
  /// Each performs its part.
  both,
};

/// The process that the kernel kills because no memory is left.
enum class KernelKill : std::uint8_t {
  none,
  main_process,
  /// A process of a container that is not its first one.
  child_process,
  /// Any of them, because the node has no memory left.
  for_node,
};

/// Parts of a served runtime that actions can change.
struct ServedSide {
  runtime_fake::FakeRuntime& runtime;
  const sim::Process& process;
  trace::Recorder& recorder;
};

/// One kind of action has one file in this folder: its format, its conditions, and its effect.
class Action {
 public:
  /// "namespace/name" of its pod; may be a glob in the input. Empty if it has no pod.
  std::string pod{};

  Action() = default;
  Action(const Action&) = default;
  Action(Action&&) = default;
  Action& operator=(const Action&) = default;
  Action& operator=(Action&&) = default;
  virtual ~Action() = default;

  /// Returns its field in a step: "createPod", "deletePod" …
  [[nodiscard]] virtual std::string_view name() const = 0;
  /// Returns a copy for another pod.
  [[nodiscard]] virtual std::shared_ptr<const Action> about(std::string other) const = 0;
  [[nodiscard]] virtual std::optional<NewPod> creates(const std::string& /*node_name*/) const { return std::nullopt; }
  /// Returns which process the kernel kills for lack of memory.
  [[nodiscard]] virtual KernelKill kernel_kill() const { return KernelKill::none; }
  /// Returns the resources that it gives containers of its pod in place.
  [[nodiscard]] virtual apiserver::NewResourcesByContainer resizes() const { return {}; }

  /// Called before the scenario begins, for all actions of the timeline in order. Prepares the state that the action
  /// will change.
  virtual void prepare(ActionContext& /*world*/) const {}
  /// Reports why the action is impossible at its time, and records what it changes.
  virtual void check(PlannedNode& /*node*/) const {}
  virtual void perform(ActionContext& context) const = 0;

  [[nodiscard]] virtual Side side() const { return Side::cluster; }
  /// Performs the runtime's part; empty for actions of the cluster.
  virtual void perform_on(const ServedSide& /*served*/) const {}
};

using ActionPtr = std::shared_ptr<const Action>;

/// Base of the action A, whose name is A::kind.
template <class A, class Base = Action>
class Kind : public Base {
 public:
  [[nodiscard]] std::string_view name() const override { return A::kind; }
  [[nodiscard]] ActionPtr about(std::string other) const override {
    auto copy = std::make_shared<A>(static_cast<const A&>(*this));
    copy->pod = std::move(other);
    return copy;
  }
};

/// A request to the API server to change a pod; it fails while the server is down.
class Request : public Action {
 public:
  void perform(ActionContext& context) const final {
    if (context.api_server().is_up()) return ask(context.api_server());
    context.recorder().record(pod, trace::Api{.op = "request_failed", .detail = std::string{name()}});
  }

 private:
  virtual void ask(apiserver::ApiServer& server) const = 0;
};

/// Changes a pod or container in the runtime; records a failure if the runtime has none.
class RuntimeAction : public Action {
 public:
  /// Empty if it concerns the whole pod.
  std::string container{};

  void perform(ActionContext& context) const final {
    if (act(context.runtime())) return follow(context);
    miss(context.recorder());
  }
  [[nodiscard]] Side side() const override { return Side::runtime; }
  void perform_on(const ServedSide& served) const final {
    if (!act(served.runtime)) miss(served.recorder);
  }

 private:
  void miss(trace::Recorder& recorder) const {
    trace::Environment missed{.what = "actionWithoutTarget", .why = std::string{name()}};
    if (!container.empty()) missed.container = container;
    recorder.record(pod, std::move(missed));
  }
  [[nodiscard]] virtual bool act(runtime_fake::FakeRuntime& runtime) const = 0;
  /// Performs further effects after the change.
  virtual void follow(ActionContext& /*world*/) const {}
};

}  // namespace podreel::actions
