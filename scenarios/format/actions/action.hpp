// What can happen to a simulated node from outside.
#pragma once

#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "scenarios/format/actions/planned_node.hpp"
#include "scenarios/format/actions/world.hpp"

namespace podreel::actions {

/// A pod that an action brings to the node.
struct NewPod {
  /// "namespace/name" as the API will show it.
  std::string name;
  const nlohmann::json& object;
  bool is_static = false;
};

/// Who carries an action out where a scenario's runtime is served to a kubelet of somebody else's.
enum class Side : std::uint8_t {
  /// Whoever has the kubelet and the API server.
  cluster,
  runtime,
  /// Each does its part.
  both,
};

/// What a served runtime can be done to.
struct ServedSide {
  runtime_fake::FakeRuntime& runtime;
  const sim::Process& process;
  trace::Recorder& recorder;
};

/// One kind of action is one file in this folder: how it is written, when it is possible, and what it does.
class Action {
 public:
  /// "namespace/name" of the pod that it is about; as written it may be a glob. Empty if it is about no pod.
  std::string pod{};

  Action() = default;
  Action(const Action&) = default;
  Action(Action&&) = default;
  Action& operator=(const Action&) = default;
  Action& operator=(Action&&) = default;
  virtual ~Action() = default;

  /// "createPod", "deletePod" …: its field in a step.
  [[nodiscard]] virtual std::string_view name() const = 0;
  /// The same about another pod.
  [[nodiscard]] virtual std::shared_ptr<const Action> about(std::string other) const = 0;
  [[nodiscard]] virtual std::optional<NewPod> creates(const std::string& /*node_name*/) const { return std::nullopt; }

  /// Before the scenario begins, for all actions of the timeline in their order: sees to it that the world is not yet
  /// as the action will make it.
  virtual void prepare(World& /*world*/) const {}
  /// Reports what makes it impossible at its time, and notes what it changes.
  virtual void check(PlannedNode& /*node*/) const {}
  virtual void perform(World& world) const = 0;

  [[nodiscard]] virtual Side side() const { return Side::cluster; }
  /// The runtime's part of it; of the cluster's actions none.
  virtual void perform_on(const ServedSide& /*served*/) const {}
};

using ActionPtr = std::shared_ptr<const Action>;

/// Base of the action A, which has its name as A::kind.
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

/// Asks the API server to change a pod; while it is down, that fails.
class Request : public Action {
 public:
  void perform(World& world) const final {
    if (world.api_server().is_up()) return ask(world.api_server());
    world.recorder().record(pod, trace::Api{.op = "request_failed", .detail = std::string{name()}});
  }

 private:
  virtual void ask(apiserver::ApiServer& server) const = 0;
};

/// Does something to a pod or container that the runtime has; where there is none of that kind, this is told.
class RuntimeAction : public Action {
 public:
  /// Empty if it is about the pod as a whole.
  std::string container{};

  void perform(World& world) const final {
    if (act(world.runtime())) return follow(world);
    miss(world.recorder());
  }
  [[nodiscard]] Side side() const override { return Side::runtime; }
  void perform_on(const ServedSide& served) const final {
    if (!act(served.runtime)) miss(served.recorder);
  }

 private:
  void miss(trace::Recorder& recorder) const {
    trace::World told{.what = "actionWithoutTarget", .why = std::string{name()}};
    if (!container.empty()) told.container = container;
    recorder.record(pod, std::move(told));
  }
  [[nodiscard]] virtual bool act(runtime_fake::FakeRuntime& runtime) const = 0;
  /// It has been done: what else that leads to.
  virtual void follow(World& /*world*/) const {}
};

}  // namespace podreel::actions
