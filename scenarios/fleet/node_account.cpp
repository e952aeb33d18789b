#include "scenarios/fleet/node_account.hpp"

#include <algorithm>
#include <chrono>
#include <optional>
#include <set>
#include <utility>

#include "engine/api/pod.hpp"

namespace podreel::fleet {

namespace {

bool is_ready(const api::Pod& pod) {
  const api::PodCondition* ready = api::find_condition(pod.status, "Ready");
  return ready != nullptr && ready->status == "True";
}

/// From what kubelets of all releases say when they kill a container (kuberuntime_manager.go, SyncPod).
std::optional<Cause> cause_of(const trace::Event& event) {
  if (event.reason != "Killing") return std::nullopt;
  const auto says = [&event](std::string_view words) { return event.message.find(words) != std::string::npos; };
  if (says("definition changed") || says("hash changed")) return Cause::definition_changed;
  if (says("probe") || says("unhealthy")) return Cause::probe;
  return std::nullopt;
}

/// When a pod was not ready in the API, and when one of its containers did not run: told by two sources, in no common
/// order.
class Troubles {
 public:
  void begin(sim::Duration at) { changes_.push_back({at, 0, 1}); }
  void end(sim::Duration at) { changes_.push_back({at, 1, -1}); }

  /// Each from the first trouble until there is none any more.
  [[nodiscard]] std::vector<Outage> outages(Replica pod) {
    // Of one instant, what begins comes first: no gap.
    std::ranges::sort(changes_);
    std::vector<Outage> outages;
    int troubles = 0;
    for (const Change& change : changes_) {
      if (troubles == 0) outages.push_back({pod, change.at, {}, false});
      troubles += change.more;
      if (troubles == 0) {
        outages.back().until = change.at;
        outages.back().has_ended = true;
      }
    }
    return outages;
  }

 private:
  struct Change {
    sim::Duration at;
    int rank;
    int more;

    friend auto operator<=>(const Change&, const Change&) = default;
  };

  std::vector<Change> changes_;
};

/// A pod that the node has when its turn begins.
class WatchedPod {
 public:
  explicit WatchedPod(Replica replica) : replica_{replica} {}

  /// As it is when the turn begins.
  void begin_with(const api::Pod& pod) {
    spec_ = pod.spec;
    is_ready_ = was_ready_ = is_ready(pod);
    has_failed_ = pod.status.phase == api::PodPhase::failed;
  }
  [[nodiscard]] bool has_begun() const noexcept { return spec_ != nullptr; }

  void see(sim::Duration at, const api::Pod& pod, bool gone) {
    fails_ = fails_ || (!has_failed_ && pod.status.phase == api::PodPhase::failed);
    const bool ready = !gone && is_ready(pod);
    if (ready == std::exchange(is_ready_, ready)) return;
    if (ready) {
      troubles_.end(at);
    } else {
      troubles_.begin(at);
    }
  }

  void ended(sim::Duration at, const std::string& container, bool by_itself) {
    if (!is_regular(container) || !stopped_.insert(container).second) return;
    troubles_.begin(at);
    if (by_itself) causes_.try_emplace(container, Cause::exited);
  }
  void is_killed(const std::string& container, Cause cause) { causes_.insert_or_assign(container, cause); }
  void gets_new_sandbox() { has_new_sandbox_ = true; }

  /// Says why, if that is a restart.
  std::optional<Cause> started(sim::Duration at, const std::string& container) {
    if (!is_regular(container)) return std::nullopt;
    if (stopped_.erase(container) > 0) troubles_.end(at);
    restarted_.insert(container);
    const auto known = causes_.find(container);
    if (known == causes_.end()) return has_new_sandbox_ ? Cause::sandbox : Cause::other;
    const Cause cause = known->second;
    causes_.erase(known);
    return cause;
  }

  [[nodiscard]] Replica replica() const noexcept { return replica_; }
  [[nodiscard]] bool fails() const noexcept { return fails_; }
  [[nodiscard]] std::size_t containers() const noexcept { return spec_ == nullptr ? 0 : spec_->containers.size(); }
  [[nodiscard]] std::size_t restarted() const noexcept { return restarted_.size(); }
  [[nodiscard]] std::vector<Outage> outages() {
    return was_ready_ ? troubles_.outages(replica_) : std::vector<Outage>{};
  }

 private:
  [[nodiscard]] bool is_regular(const std::string& container) const {
    return spec_ != nullptr &&
           std::ranges::find(spec_->containers, container, &api::Container::name) != spec_->containers.end();
  }

  Replica replica_;
  api::SpecPtr spec_;
  bool was_ready_ = false;
  bool is_ready_ = false;
  bool has_failed_ = false;
  bool fails_ = false;
  bool has_new_sandbox_ = false;
  Troubles troubles_;
  /// Containers that do not run, and why they were ended.
  std::set<std::string> stopped_;
  std::map<std::string, Cause> causes_;
  std::set<std::string> restarted_;
};

/// "app" of "spec.containers{app}".
std::string container_of(const std::string& field_path) {
  const std::size_t begin = field_path.find('{') + 1;
  return field_path.substr(begin, field_path.find('}') - begin);
}

/// Listens to a node's turn.
class Turn final : public trace::Sink {
 public:
  Turn(const language::Scenario& scenario, const std::vector<Replica>& pods, sim::Time start, sim::Duration from)
      : start_{start + from} {
    for (std::size_t index = 0; index < pods.size(); ++index) {
      pods_.emplace(scenario.node.settled->pods[index].name, WatchedPod{pods[index]});
    }
    for (const language::Step& step : scenario.timeline) {
      account_.done_at = std::max(account_.done_at, step.at - from);
    }
  }

  /// A version of a pod in the API.
  void see(sim::Time time, const api::Pod& pod, bool gone) {
    const auto found = pods_.find(api::full_name(pod));
    if (found == pods_.end()) return;
    if (time < start_ || !found->second.has_begun()) return found->second.begin_with(pod);
    found->second.see(time - start_, pod, gone);
  }

  void write(const trace::Record& record) override {
    if (record.time < start_) return;
    const auto* kubelet = std::get_if<trace::KubeletProcess>(&record.payload);
    if (kubelet != nullptr && kubelet->what == "start") kubelet_has_started_ = true;
    // Before that, what stands in the API is told.
    if (!kubelet_has_started_) return;
    const auto found = pods_.find(record.pod);
    WatchedPod* pod = found == pods_.end() ? nullptr : &found->second;
    std::visit([&](const auto& told) { note(record.time, pod, told); }, record.payload);
  }

  [[nodiscard]] NodeAccount account(sim::Duration length) && {
    account_.looked_at_for = length;
    for (auto& [name, pod] : pods_) {
      account_.containers += static_cast<std::uint32_t>(pod.containers());
      account_.restarted += static_cast<std::uint32_t>(pod.restarted());
      if (pod.fails()) ++account_.failed_pods;
      std::ranges::move(pod.outages(), std::back_inserter(account_.outages));
    }
    for (const Outage& outage : account_.outages) {
      account_.has_recovered = account_.has_recovered && outage.has_ended;
      account_.done_at = std::max(account_.done_at, outage.until);
    }
    if (!account_.has_recovered) account_.done_at = length;
    return std::move(account_);
  }

 private:
  template <class Other>
  void note(sim::Time /*time*/, WatchedPod* /*pod*/, const Other& /*told*/) {}

  void note(sim::Time time, WatchedPod* pod, const trace::RuntimeCall& call) {
    if (call.err) return;
    if (call.op == "PullImage") ++second_of(time).image_pulls;
    if (pod == nullptr) return;
    if (call.op == "RunPodSandbox") pod->gets_new_sandbox();
    if (call.op != "StartContainer" || !call.container) return;
    const std::optional<Cause> cause = pod->started(time + call.dur - start_, *call.container);
    if (!cause) return;
    ++account_.restarts.at(static_cast<std::size_t>(*cause));
    ++account_.restarts_of[pod->replica().workload];
    ++second_of(time).restarts;
  }
  void note(sim::Time time, WatchedPod* pod, const trace::World& world) {
    if (pod == nullptr || world.what != "container_exit" || !world.container) return;
    pod->ended(time - start_, *world.container, world.why == "script");
  }
  void note(sim::Time /*time*/, WatchedPod* pod, const trace::Event& event) {
    const std::optional<Cause> cause = cause_of(event);
    if (pod != nullptr && cause && event.field_path) pod->is_killed(container_of(*event.field_path), *cause);
  }
  void note(sim::Time time, WatchedPod* /*pod*/, const trace::Status& /*told*/) { ++second_of(time).api_writes; }
  void note(sim::Time time, WatchedPod* /*pod*/, const trace::EventWrite& /*told*/) { ++second_of(time).api_writes; }

  Second& second_of(sim::Time time) {
    return account_
        .seconds[static_cast<std::uint32_t>(std::chrono::floor<std::chrono::seconds>(time - start_).count())];
  }

  sim::Time start_;
  bool kubelet_has_started_ = false;
  std::map<std::string, WatchedPod, std::less<>> pods_;
  NodeAccount account_;
};

}  // namespace

std::string_view to_string(Cause cause) noexcept {
  constexpr std::array<std::string_view, cause_count> names{"definition changed", "probe", "exited", "sandbox",
                                                            "other"};
  return names.at(static_cast<std::size_t>(cause));
}

NodeAccount account_of(const language::Scenario& scenario, const std::vector<Replica>& pods, sim::Duration from,
                       sim::Duration until, simulation::ReplayOptions options) {
  Turn turn{scenario, pods, simulation::start_time(scenario, options), from};
  options.until = until;
  options.sinks = {&turn};
  options.watch_pods = [&turn](sim::Time time, const api::PodPtr& pod, bool gone) { turn.see(time, *pod, gone); };
  static_cast<void>(simulation::replay(scenario, options));
  return std::move(turn).account(until - from);
}

}  // namespace podreel::fleet
