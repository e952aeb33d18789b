#include "tools/serve/live_simulation.hpp"

#include <array>
#include <fmt/format.h>
#include <utility>

#include "engine/api/timestamp.hpp"
#include "engine/invariant.hpp"
#include "engine/kubelet/kubelet_options.hpp"
#include "engine/trace/json_line.hpp"
#include "scenarios/cluster/config_references.hpp"
#include "scenarios/simulation/replay.hpp"
#include "scenarios/simulation/settled_pod.hpp"

namespace podreel::serve {

namespace {

using nlohmann::json;

constexpr std::size_t max_records = 200'000;
// Many pods may be created in one second, and each causes several events.
constexpr std::uint64_t max_events_per_second = 50'000'000;

/// Returns the memory of a record, with the allocator's overhead.
std::size_t bytes_of(const std::string& line) {
  constexpr std::size_t allocation = 16;
  return sizeof line + line.capacity() + allocation;
}

/// Returns the start with the fraction of a second at which the scenario's replays begin.
std::optional<sim::Time> with_phase(std::optional<sim::Time> start, const format::Scenario& scenario) {
  if (!start) return start;
  const sim::Time usual = simulation::start_time(scenario, {});
  return sim::truncated_to_seconds(*start) + (usual - sim::truncated_to_seconds(usual));
}

}  // namespace

LiveSimulation::LiveSimulation(const format::Scenario& scenario, std::uint64_t generation, net::MemoryBudget budget,
                               std::optional<sim::Time> start)
    : LiveSimulation{scenario, generation, nullptr, with_phase(start, scenario), {}, std::move(budget)} {}

LiveSimulation::LiveSimulation(const format::Scenario& scenario, Observers observers, net::MemoryBudget budget,
                               std::optional<sim::Time> start)
    : LiveSimulation{scenario, 0, nullptr, with_phase(start, scenario), std::move(observers), std::move(budget)} {}

LiveSimulation::LiveSimulation(const format::Scenario& scenario, simulation::OutsideKubelet& kubelet, sim::Time start,
                               net::MemoryBudget budget)
    : LiveSimulation{scenario, 0, &kubelet, start, {}, std::move(budget)} {}

LiveSimulation::LiveSimulation(const format::Scenario& scenario, std::uint64_t generation,
                               simulation::OutsideKubelet* kubelet, std::optional<sim::Time> start, Observers observers,
                               net::MemoryBudget budget)
    : scenario_{scenario},
      generation_{generation},
      given_start_{start},
      observers_{std::move(observers)},
      budget_{std::move(budget)},
      records_charge_{budget_.charge(net::MemoryUse::records, 0)},
      outside_{kubelet},
      timing_{sim::Choices{scenario.seed, scenario.choices}, scenario.timing},
      node_{scenario, timing_, start},
      memory_{node_.api_server().objects(), budget_},
      cluster_{node_, timing_} {
  apiserver::ApiServer& server = node_.api_server();
  server.objects().keep_history();
  server.objects().on_change([this](const apiserver::ObjectChange& change) {
    if (change.type != "DELETED") return;
    owners_.forget(change.id);
    if (change.object.pod) statuses_.forget(change.object.pod->metadata.uid);
  });
  server.on_add([this](const json& pod) { on_pod_arrival(pod); });
  if (outside_ != nullptr) {
    server.amend_statuses([this](const memory::Text& uid, json& status) { statuses_.restore(uid, status); });
  }
  node_.scheduler().limit_second(max_events_per_second);
  node_.recorder().add(*this);
  if (observers_.records != nullptr) {
    node_.recorder().add(*observers_.records);
    node_.explain(true);
  }
  if (observers_.pods) {
    node_.observe([this](const apiserver::ApiServer::PodChange& change) {
      observers_.pods(now(), change.pod, change.kind == apiserver::ApiServer::ChangeKind::deleted);
    });
  }
  for (const char* name : {"default", "kube-node-lease", "kube-public", "kube-system"}) add_namespace(name);
  // An external kubelet would add the Services that it sees to the environment of its containers.
  if (outside_ == nullptr) cluster_.kubernetes_service().make(kubelet::KubeletOptions{}.node_ip);
  if (outside_ != nullptr) {
    has_begun_ = false;
    node_.use_kubelet(*outside_);
  }
  simulation::SettledPods settled;
  node_.begin(settled);
  if (outside_ != nullptr) marks_ = NodeMarks::of(node_.description());
  advance_to({});
}

void LiveSimulation::begin_timeline() {
  has_begun_ = true;
  advance_to({});
}

void LiveSimulation::advance_to(sim::Duration elapsed) {
  const sim::Time start = node_.start_time();
  if (!has_begun_ || start + elapsed < now()) return;
  for (; next_step_ < scenario_.timeline.size() && scenario_.timeline[next_step_].at <= elapsed; ++next_step_) {
    const format::Step& step = scenario_.timeline[next_step_];
    node_.scheduler().run_into(start + step.at);
    if (outside_ != nullptr && step.action->side() == actions::Side::runtime) continue;
    step.action->perform(node_);
    check_node();
  }
  node_.scheduler().run_into(start + elapsed);
  check_node();
  PODREEL_INVARIANT(now() >= start + elapsed, "a simulation advances to the requested time");
}

void LiveSimulation::continue_versions(std::uint64_t last) {
  api().store().continue_versions(last);
  memory_.follow_history();
}

void LiveSimulation::check_node() {
  if (outside_ != nullptr) return mark_node();
  cluster_.node().refresh();
}

/// Applies the node's marks after its kubelet has created the object.
void LiveSimulation::mark_node() {
  const NodeMarks now = NodeMarks::of(node_.description());
  if (now == marks_) return;
  const NodeMarks before = std::exchange(marks_, now);
  const apiserver::ObjectId id{"nodes", node_.node_name()};
  const auto registered = api().find(id);
  if (!registered) return;
  json object = *registered;
  mark(object, before, now);
  api().store().put(id, std::move(object));
}

void LiveSimulation::add_namespace(const std::string& name) {
  if (objects().find("namespaces", name) != nullptr) return;
  json metadata{{"uid", name}, {"creationTimestamp", api::format_timestamp(node_.start_time())}};
  api().store().put({"namespaces", name}, cluster::active_namespace({{"metadata", std::move(metadata)}}, name));
}

void LiveSimulation::on_pod_arrival(const json& pod) {
  const std::string name_space = pod.at("metadata").at("namespace");
  add_namespace(name_space);
  cluster::assume_references(node_.api_server(), name_space, pod.at("spec"));
}

void LiveSimulation::write(const trace::Record& record) {
  std::string line;
  trace::append_json_line(line, record, node_.start_time());
  std::size_t bytes = records_charge_.bytes() + bytes_of(line);
  records_.push_back(std::move(line));
  PODREEL_INVARIANT(records_.size() <= max_records + 1, "the number of kept records is limited");
  while (records_.size() > max_records || (bytes > budget_.eighths(1) && records_.size() > 1)) {
    bytes -= bytes_of(records_.front());
    records_.pop_front();
    ++first_record_;
  }
  records_charge_.resize(bytes);
  if (const auto* event = std::get_if<trace::EventWrite>(&record.payload)) event_written(record, *event);
}

void LiveSimulation::event_written(const trace::Record& record, const trace::EventWrite& event) {
  // An external kubelet has written the object itself.
  if (outside_ != nullptr && !event.component) return;
  const apiserver::StoredObject* pod = record.pod.empty() ? nullptr : objects().find("pods", record.pod);
  const std::string_view uid = pod == nullptr ? std::string_view{} : pod->pod->metadata.uid.view();
  cluster_.api().events().write(cluster::event_from_record(record, event, node_.node_name(), uid), record.time);
}

}  // namespace podreel::serve
