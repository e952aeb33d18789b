#include "engine/api/pod_printer.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "engine/api/human_duration.hpp"
#include "engine/api/printable.hpp"
#include "engine/api/table.hpp"

namespace podreel::api {

namespace {

std::string or_none(const std::string& text) {
  return text.empty() ? "<none>" : text;
}

/// "Error", or "ExitCode:3" and "Signal:9" where the runtime gave no reason.
std::string reason_of(const StateTerminated& terminated) {
  if (!terminated.reason.empty()) return terminated.reason;
  if (terminated.signal != 0) return fmt::format("Signal:{}", terminated.signal);
  return fmt::format("ExitCode:{}", terminated.exit_code);
}

bool is_true(const PodStatus& status, std::string_view type) {
  const PodCondition* condition = find_condition(status, type);
  return condition && condition->status == "True";
}

bool is_sidecar(const PodSpec& spec, std::string_view name) {
  const auto found = std::ranges::find(spec.init_containers, name, &Container::name);
  return found != spec.init_containers.end() && is_restartable_init_container(*found);
}

/// Number of restarts, and the time when a container last ended.
struct Restarts {
  std::int64_t count = 0;
  sim::Time last{};

  void add(const ContainerStatus& status) {
    count += status.restart_count;
    if (const auto* ended = std::get_if<StateTerminated>(&status.last_state)) last = std::max(last, ended->finished_at);
  }
};

/// Goes through the statuses in kubectl's order; later reasons replace earlier ones.
class Summary {
 public:
  explicit Summary(const Pod& pod) : pod_(pod), status_(pod.status) {
    total_ = pod.spec->containers.size() +
             static_cast<std::size_t>(std::ranges::count_if(pod.spec->init_containers, is_restartable_init_container));
    reason_ = status_.reason.empty() ? to_string(status_.phase) : status_.reason.view();
    const PodCondition* scheduled = find_condition(status_, "PodScheduled");
    if (scheduled && scheduled->reason == "SchedulingGated") reason_ = "SchedulingGated";
    const bool initializing = init_containers();
    if (!initializing || is_true(status_, "Initialized")) regular_containers();
    deletion();
  }

  [[nodiscard]] std::string ready() const { return fmt::format("{}/{}", ready_, total_); }
  [[nodiscard]] const std::string& reason() const { return reason_; }

  [[nodiscard]] std::int64_t restart_count() const { return restarts_.count; }
  [[nodiscard]] std::optional<sim::Time> restarted_at() const {
    if (restarts_.count == 0 || restarts_.last == sim::Time{}) return std::nullopt;
    return restarts_.last;
  }

 private:
  /// Up to the first init container that is not done; says whether there is one.
  bool init_containers() {
    std::size_t index = 0;
    for (const ContainerStatus& status : status_.init_container_statuses) {
      restarts_.add(status);
      const bool sidecar = is_sidecar(*pod_.spec, status.name);
      if (sidecar) sidecar_restarts_.add(status);
      const auto* ended = std::get_if<StateTerminated>(&status.state);
      if (ended && ended->exit_code == 0) {
        ++index;
      } else if (sidecar && status.started.value_or(false)) {
        if (status.ready) ++ready_;
        ++index;
      } else {
        reason_ = "Init:" + init_reason(status, index);
        return true;
      }
    }
    return false;
  }

  [[nodiscard]] std::string init_reason(const ContainerStatus& status, std::size_t index) const {
    if (const auto* ended = std::get_if<StateTerminated>(&status.state)) return reason_of(*ended);
    const auto* waiting = std::get_if<StateWaiting>(&status.state);
    if (waiting && !waiting->reason.empty() && waiting->reason != "PodInitializing") return waiting->reason;
    return fmt::format("{}/{}", index, pod_.spec->init_containers.size());
  }

  void regular_containers() {
    restarts_ = sidecar_restarts_;
    bool running = false;
    for (auto status = status_.container_statuses.rbegin(); status != status_.container_statuses.rend(); ++status) {
      restarts_.add(*status);
      const auto* waiting = std::get_if<StateWaiting>(&status->state);
      if (waiting && !waiting->reason.empty()) {
        reason_ = waiting->reason;
      } else if (const auto* ended = std::get_if<StateTerminated>(&status->state)) {
        reason_ = reason_of(*ended);
      } else if (status->ready && std::holds_alternative<StateRunning>(status->state)) {
        running = true;
        ++ready_;
      }
    }
    if (reason_ == "Completed" && running) reason_ = is_true(status_, "Ready") ? "Running" : "NotReady";
  }

  void deletion() {
    if (!pod_.metadata.deletion_timestamp) return;
    if (status_.reason == "NodeLost") {
      reason_ = "Unknown";
    } else if (!is_terminal(status_.phase)) {
      reason_ = "Terminating";
    }
  }

  const Pod& pod_;
  const PodStatus& status_;
  std::string reason_;
  std::size_t ready_ = 0;
  std::size_t total_ = 0;
  Restarts restarts_;
  Restarts sidecar_restarts_;
};

std::string restarts_of(const PodColumns& columns, sim::Time now) {
  if (!columns.restarted_at) return fmt::format("{}", columns.restart_count);
  return fmt::format("{} ({} ago)", columns.restart_count, human_duration(now - *columns.restarted_at));
}

std::string age_of(const Pod& pod, sim::Time now) {
  const sim::Time created = pod.metadata.creation_timestamp;
  return created == sim::Time{} ? "<unknown>" : human_duration(now - created);
}

std::string readiness_gates_of(const Pod& pod) {
  const std::vector<std::string>& gates = pod.spec->readiness_gates;
  if (gates.empty()) return "<none>";
  const auto met = std::ranges::count_if(gates, [&](const std::string& gate) { return is_true(pod.status, gate); });
  return fmt::format("{}/{}", met, gates.size());
}

}  // namespace

PodColumns pod_columns(const Pod& pod, sim::Time now) {
  const Summary summary{pod};
  PodColumns columns;
  columns.name_space = pod.metadata.namespace_name;
  columns.name = pod.metadata.name;
  columns.ready = summary.ready();
  columns.status = summary.reason();
  columns.restart_count = summary.restart_count();
  columns.restarted_at = summary.restarted_at();
  columns.restarts = restarts_of(columns, now);
  columns.age = age_of(pod, now);
  columns.ip = or_none(pod.status.pod_ips.empty() ? pod.status.pod_ip : pod.status.pod_ips.front());
  columns.node = or_none(pod.spec->node_name);
  columns.nominated_node = or_none(pod.status.nominated_node_name);
  columns.readiness_gates = readiness_gates_of(pod);
  return columns;
}

std::vector<std::string> pod_table_header(PodTableForm form) {
  std::vector<std::string> cells{"NAME", "READY", "STATUS", "RESTARTS", "AGE"};
  if (form.all_namespaces) cells.insert(cells.begin(), "NAMESPACE");
  if (form.wide) cells.insert(cells.end(), {"IP", "NODE", "NOMINATED NODE", "READINESS GATES"});
  return cells;
}

std::vector<std::string> pod_table_row(const PodColumns& pod, PodTableForm form) {
  std::vector<std::string> cells{pod.name, pod.ready, pod.status, pod.restarts, pod.age};
  if (form.all_namespaces) cells.insert(cells.begin(), pod.name_space);
  if (form.wide) cells.insert(cells.end(), {pod.ip, pod.node, pod.nominated_node, pod.readiness_gates});
  return printable_lines(std::move(cells));
}

std::string pod_table(std::span<const PodColumns> pods, PodTableForm form) {
  if (pods.empty()) return "No resources found\n";
  std::vector<std::vector<std::string>> rows{pod_table_header(form)};
  for (const PodColumns& pod : pods) rows.push_back(pod_table_row(pod, form));
  return format_table(rows);
}

}  // namespace podreel::api
