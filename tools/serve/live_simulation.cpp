#include "tools/serve/live_simulation.hpp"

#include <array>
#include <fmt/format.h>
#include <utility>

#include "engine/api/timestamp.hpp"
#include "engine/kubelet/kubelet_options.hpp"
#include "engine/trace/json_line.hpp"
#include "scenarios/cluster/config_references.hpp"
#include "scenarios/simulation/settled_pod.hpp"
#include "tools/serve/shown_config.hpp"

namespace podreel::server {

namespace {

using nlohmann::json;

constexpr std::size_t most_records = 200'000;
// Many pods may come in one second, and each has its share of events.
constexpr std::uint64_t most_events_in_second = 50'000'000;

}  // namespace

LiveSimulation::LiveSimulation(const language::Scenario& scenario, std::uint64_t generation)
    : LiveSimulation{scenario, generation, nullptr, std::nullopt, {}} {}

LiveSimulation::LiveSimulation(const language::Scenario& scenario, Audience audience)
    : LiveSimulation{scenario, 0, nullptr, std::nullopt, std::move(audience)} {}

LiveSimulation::LiveSimulation(const language::Scenario& scenario, simulation::OutsideKubelet& kubelet, sim::Time start)
    : LiveSimulation{scenario, 0, &kubelet, start, {}} {}

LiveSimulation::LiveSimulation(const language::Scenario& scenario, std::uint64_t generation,
                               simulation::OutsideKubelet* kubelet, std::optional<sim::Time> start, Audience audience)
    : scenario_{scenario},
      generation_{generation},
      audience_{std::move(audience)},
      outside_{kubelet},
      timing_{sim::Choices{scenario.seed, scenario.choices}, scenario.timing},
      node_{scenario, timing_, start},
      cluster_{objects_, node_, timing_} {
  objects_.on_change([this](const controllers::LoggedChange& change) {
    if (change.type == "DELETED") owners_.forget(change.id);
    if (is_showing_config_) return;
    apiserver::ConfigObjects& config = node_.api_server().config_objects();
    controllers::follow_config(config, change);
    shown_config_ = config.version();
  });
  node_.scheduler().limit_second(most_events_in_second);
  node_.recorder().add(*this);
  if (audience_.records != nullptr) {
    node_.recorder().add(*audience_.records);
    node_.explain(true);
  }
  node_.observe([this](const apiserver::ApiServer::Change& change) { pod_changed(change); });
  for (const char* name : {"default", "kube-node-lease", "kube-public", "kube-system"}) add_namespace(name);
  // What a kubelet from outside sees of Services would stand in its containers' environment.
  if (outside_ == nullptr) cluster_.kubernetes_service().make(kubelet::KubeletOptions{}.node_ip);
  for (const language::Step& step : scenario_.timeline) step.action->prepare(node_);
  if (outside_ != nullptr) {
    has_begun_ = false;
    marks_ = NodeMarks::of(node_.description());
    node_.use_kubelet(*outside_);
  } else if (scenario_.node.settled) {
    simulation::SettledPods settled;
    node_.settle(settled);
  }
  node_.boot();
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
    const language::Step& step = scenario_.timeline[next_step_];
    node_.scheduler().run_into(start + step.at);
    if (outside_ != nullptr && step.action->side() == actions::Side::runtime) continue;
    step.action->perform(node_);
    look_at_node();
  }
  node_.scheduler().run_into(start + elapsed);
  look_at_node();
}

void LiveSimulation::look_at_node() {
  const apiserver::ConfigObjects& config = node_.api_server().config_objects();
  is_showing_config_ = true;
  show_changed(api(), config, std::exchange(shown_config_, config.version()));
  is_showing_config_ = false;
  if (outside_ != nullptr) return mark_node();
  cluster_.node().refresh();
}

/// Its kubelet has brought the object.
void LiveSimulation::mark_node() {
  const NodeMarks now = NodeMarks::of(node_.description());
  if (now == marks_) return;
  const NodeMarks before = std::exchange(marks_, now);
  const controllers::ObjectId id{"nodes", node_.node_name()};
  const auto registered = api().find(id);
  if (!registered) return;
  json object = *registered;
  mark(object, before, now);
  objects_.put(id, std::move(object));
}

void LiveSimulation::show_referred(const json& pod) {
  is_showing_config_ = true;
  server::show_referred(api(), node_.api_server().config_objects(), pod.at("metadata").at("namespace"), pod.at("spec"));
  is_showing_config_ = false;
}

void LiveSimulation::add_namespace(const std::string& name) {
  if (objects_.find("namespaces", name) != nullptr) return;
  json metadata{{"uid", name}, {"creationTimestamp", api::format_timestamp(node_.start_time())}};
  objects_.put({"namespaces", name}, controllers::active_namespace({{"metadata", std::move(metadata)}}, name));
}

void LiveSimulation::pod_changed(const apiserver::ApiServer::Change& change) {
  const bool is_gone = change.kind == apiserver::ApiServer::ChangeKind::deleted;
  if (audience_.pods) audience_.pods(now(), change.pod, is_gone);
  const std::string name = api::full_name(*change.pod);
  if (is_gone) {
    statuses_.forget(change.pod->metadata.uid);
    return objects_.remove({"pods", name});
  }
  add_namespace(std::string{change.pod->metadata.namespace_name.view()});
  json printed = node_.api_server().printed(*change.pod);
  if (change.kind == apiserver::ApiServer::ChangeKind::added) {
    controllers::assume_references(node_.api_server().config_objects(), printed["metadata"]["namespace"],
                                   printed["spec"]);
    show_referred(printed);
  }
  if (outside_ != nullptr) statuses_.restore(change.pod->metadata.uid, printed["status"]);
  objects_.put({"pods", name}, std::move(printed), change.pod);
}

void LiveSimulation::write(const trace::Record& record) {
  std::string line;
  trace::append_json_line(line, record, node_.start_time());
  records_.push_back(std::move(line));
  if (records_.size() > most_records) {
    records_.pop_front();
    ++first_record_;
  }
  if (const auto* event = std::get_if<trace::EventWrite>(&record.payload)) event_written(record, *event);
}

void LiveSimulation::event_written(const trace::Record& record, const trace::EventWrite& event) {
  // A kubelet from outside has written the object itself.
  if (outside_ != nullptr && !event.component) return;
  const controllers::LoggedObject* pod = record.pod.empty() ? nullptr : objects_.find("pods", record.pod);
  const std::string_view uid = pod == nullptr ? std::string_view{} : pod->pod->metadata.uid.view();
  cluster_.api().events().write(controllers::told_event(record, event, node_.node_name(), uid), record.time);
}

}  // namespace podreel::server
