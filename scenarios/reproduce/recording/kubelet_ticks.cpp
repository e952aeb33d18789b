#include "scenarios/reproduce/recording/kubelet_ticks.hpp"

#include <algorithm>
#include <deque>
#include <map>
#include <string>
#include <string_view>

#include "engine/timing/table.hpp"
#include "scenarios/format/in_seconds.hpp"
#include "scenarios/reproduce/recording/drawn_durations.hpp"
#include "scenarios/reproduce/recording/probe_watch.hpp"
#include "scenarios/reproduce/recording/record_fields.hpp"
#include "scenarios/reproduce/recording/statements.hpp"
#include "scenarios/reproduce/recording/sync_watch.hpp"

namespace podreel::reproduce {

namespace {

double max_inspection() {
  return format::in_seconds(timing::relist_inspection.distribution.maximum());
}

/// Whether the sync loop, as it handles something of this kind, wakes workers.
bool wakes_workers(std::string_view op) {
  return op != "RECONCILE" && op != "SYNC" && op != "HOUSEKEEPING";
}

/// Recognises collections of containers by the removals that a recording has, in order.
class Collections {
 public:
  explicit Collections(std::vector<double>& begun) : begun_{begun} {}

  void sandbox_removed(double time) {
    take_removal(time);
    recognise();
  }

  void container_removed(const nlohmann::json& removal, double time) {
    take_removal(time);
    const auto end = unknown_ends_.find(name_of(removal));
    if (end != unknown_ends_.end() && field_number(removal, "attempt") < end->second) recognise();
  }

  void container_ended(const nlohmann::json& exit) { unknown_ends_[name_of(exit)] = field_number(exit, "attempt"); }

  void relisted() { unknown_ends_.clear(); }

 private:
  static std::string name_of(const nlohmann::json& record) {
    return field_text(record, "pod") + '/' + field_text(record, "container");
  }

  /// Removals of one collection follow one another within a short time.
  void take_removal(double time) {
    constexpr double pause = 0.02;
    if (time - last_removal_ >= pause) first_removal_ = time;
    last_removal_ = time;
  }

  void recognise() {
    if (begun_.empty() || begun_.back() != first_removal_) begun_.push_back(first_removal_);
  }

  std::vector<double>& begun_;
  double first_removal_ = 0;
  double last_removal_ = never;
  /// Attempts of containers that ended after the last relist, by pod and name.
  std::map<std::string, double> unknown_ends_;
};

/// Collects what one kubelet did.
class Observed {
 public:
  Observed(double started, bool relists_on_demand, const ProbedPods& pods)
      : ticks{.started = started},
        pods_{pods},
        relists_on_demand_{relists_on_demand},
        probes_{pods, ticks.setups, ticks.probes} {}

  void add(const nlohmann::json& record) {
    const std::string kind = field_text(record, "kind");
    const std::string op = field_text(record, "op");
    const double time = field_number(record, "t");
    if (kind == "loop") add_loop(op, record, time);
    if (kind == "sync") add_sync(record, op, time);
    if (kind == "pleg") add_state(time);
    if (kind == "status") effects_.written(field_text(record, "pod"), time);
    if (kind == "event" && field_text(record, "reason") == "Killing") effects_.killed(field_text(record, "pod"), time);
    probes_.add(record);
    starts_.add(record, time);
    if (field_text(record, "what") == "container_exit") collections_.container_ended(record);
    if (kind != "runtime" || !op.starts_with("Remove")) return;
    removals.push_back(time);
    if (op == "RemovePodSandbox") collections_.sandbox_removed(time);
    if (op == "RemoveContainer") collections_.container_removed(record, time);
  }

  KubeletTicks ticks;
  std::vector<double> removals;
  /// Relists that logged states.
  std::vector<ChangeRelist> logged;

 private:
  void add_sync(const nlohmann::json& record, const std::string& op, double time) {
    syncs_.add(field_text(record, "pod"), op, record.contains("terminal") && record["terminal"] == true, time);
    if (op == "enter") effects_.began(field_text(record, "pod"), time);
    if (op != "enter") effects_.ended(field_text(record, "pod"));
    if (op == "exit") last_sync_ended_ = time;
  }

  /// Whether a relist at this time may be that of one pod, on demand.
  [[nodiscard]] bool may_be_on_demand(double time) const {
    return relists_on_demand_ &&
           time - last_sync_ended_ < format::in_seconds(timing::pod_relist.distribution.maximum());
  }

  void add_loop(const std::string& op, const nlohmann::json& record, double time) {
    // Events of one relist are handled one after another within this time.
    constexpr double one_relist = 0.005;
    constexpr std::size_t max_events = 500;
    if (wakes_workers(op)) syncs_.woken(field_text(record, "pod"), pods_.uid_in(record), time);
    if (op == "PROBE") effects_.probed(field_text(record, "pod"), time);
    if (op != "PLEG") return;
    collections_.relisted();
    const bool is_awaited = !logged.empty() && !logged.back().handled && time - logged.back().listed < max_inspection();
    if (is_awaited) logged.back().handled = time;
    if (may_be_on_demand(time)) return;
    std::vector<double>& events = ticks.relist_events;
    const bool is_new = events.empty() || time - events.back() > one_relist;
    if (is_new && events.size() < max_events) events.push_back(time);
  }

  void add_state(double time) {
    const bool is_new = time - last_state_ > 0.1;
    last_state_ = time;
    if (is_new && !may_be_on_demand(time)) logged.push_back({.listed = time});
  }

  const ProbedPods& pods_;
  bool relists_on_demand_;
  double last_sync_ended_ = never;
  double last_state_ = never;
  Syncs syncs_{ticks.syncs, ticks.wakes};
  SyncEffects effects_{ticks.kills, ticks.late_writes};
  Collections collections_{ticks.collections};
  ProbeWatch probes_;
  Starts starts_{ticks.starts};
};

/// Returns the relists among the lists after which the sync loop handled an event, or before which a container or
/// sandbox was removed.
std::vector<ChangeRelist> changes_in_lists(const Observed& kubelet) {
  const double shortest = 0.999 * format::in_seconds(timing::relist_period);
  std::vector<ChangeRelist> found;
  auto event = kubelet.ticks.relist_events.begin();
  auto removal = kubelet.removals.begin();
  double last = never;
  for (const double list : kubelet.ticks.lists) {
    if (list - last < shortest) continue;
    ChangeRelist relist{.listed = list};
    while (event != kubelet.ticks.relist_events.end() && *event < list) ++event;
    if (event != kubelet.ticks.relist_events.end() && *event - list < max_inspection()) relist.handled = *event;
    bool is_change = relist.handled.has_value();
    for (; removal != kubelet.removals.end() && *removal < list; ++removal) is_change = true;
    if (is_change) found.push_back(relist);
    last = list;
  }
  return found;
}

/// Adds what the recorder states of a kubelet's loops to the kubelet that ran at that time.
void add_statement(const nlohmann::json& record, std::deque<Observed>& kubelets) {
  const auto ticks_at = [&kubelets](double time) -> KubeletTicks& {
    const auto starts_after = [](double at, const Observed& kubelet) { return at < kubelet.ticks.started; };
    return std::upper_bound(kubelets.begin() + 1, kubelets.end(), time, starts_after)[-1].ticks;
  };
  const double time = field_number(record, "t");
  if (is_statement(record, "loops")) ticks_at(time).loops_began = time - record.value("for_s", 0.0);
  if (!is_statement(record, "lists") || !record.contains("at")) return;
  for (const nlohmann::json& list : record["at"]) ticks_at(list.get<double>()).lists.push_back(list.get<double>());
}

}  // namespace

std::vector<KubeletTicks> kubelet_ticks(const std::vector<nlohmann::json>& records, bool relists_on_demand) {
  ProbedPods pods{records};
  std::deque<Observed> kubelets;
  kubelets.emplace_back(0, relists_on_demand, pods);
  bool has_kubelet = true;
  for (const nlohmann::json& record : records) {
    pods.follow(record);
    if (field_text(record, "kind") == "kubelet") {
      const double time = field_number(record, "t");
      const bool starts = field_text(record, "what") == "start";
      if (starts && !has_kubelet) kubelets.emplace_back(time, relists_on_demand, pods);
      if (starts) kubelets.back().ticks.started = time;
      has_kubelet = starts;
    }
    kubelets.back().add(record);
  }
  for (const nlohmann::json& record : records) {
    add_statement(record, kubelets);
    // Under disk pressure containers are collected between the ticks as well.
    if (field_text(record, "reason") == "EvictionThresholdMet") kubelets.front().ticks.collections.clear();
  }
  std::vector<KubeletTicks> ticks;
  for (Observed& kubelet : kubelets) {
    const bool has_lists = !kubelet.ticks.lists.empty();
    kubelet.ticks.change_relists = has_lists ? changes_in_lists(kubelet) : std::move(kubelet.logged);
    ticks.push_back(std::move(kubelet.ticks));
  }
  return ticks;
}

}  // namespace podreel::reproduce
