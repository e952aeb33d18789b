#include "scenarios/reproduce/statements.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "engine/api/counted.hpp"

namespace podreel::reproduce {

namespace {

/// Whether a container cannot start as long as the cause lasts.
bool keeps_from_starting(Cause cause) {
  constexpr std::array causes{Cause::unscheduled, Cause::image_pull, Cause::image_name, Cause::missing_config,
                              Cause::mount,       Cause::attach,     Cause::network,    Cause::sandbox,
                              Cause::cgroup,      Cause::create,     Cause::root_user,  Cause::resource_claim};
  return std::ranges::find(causes, cause) != causes.end();
}

/// Whether the runtime or the kubelet wrote the message of the end. Otherwise the container did, in its termination
/// log.
bool is_of_runtime(const Ended& ended) {
  constexpr std::array<std::string_view, 3> by_itself{"Error", "Completed", "OOMKilled"};
  return std::ranges::find(by_itself, ended.reason) == by_itself.end();
}

/// Whether a container has started since the event.
bool has_started_since(const SeenPod& pod, const SeenEvent& event) {
  return std::ranges::any_of(pod.events, [&event](const SeenEvent& other) {
    const bool is_same = event.container.empty() || other.container.empty() || event.container == other.container;
    return other.reason == "Started" && is_same && other.last && event.last &&
           other.last->minimum <= event.last->minimum;
  });
}

/// Whether the pod's rows or states show that a container runs or has run.
bool shows_a_run(const SeenPod& pod, std::string_view container) {
  const auto has_run = [&](const SeenContainer& seen) {
    const bool is_about_it = container.empty() ? !seen.is_init : seen.name == container;
    return is_about_it && (seen.state == "Running" || seen.last || (seen.ended && seen.ended->reason != "StartError"));
  };
  const auto runs = [](const SeenRow& row) {
    return row.status == "Running" || row.status == "CrashLoopBackOff" || row.status == "OOMKilled";
  };
  return std::ranges::any_of(pod.containers, has_run) || (!pod.rows.empty() && runs(pod.rows.back()));
}

/// Whether events or states show that the scheduler has found a node.
bool was_scheduled(const SeenPod& pod) {
  const bool has_events = std::ranges::any_of(pod.events, [](const SeenEvent& event) {
    return event.reason == "Scheduled" || (is_of_kubelet(event) && event.reason != "FailedScheduling");
  });
  return has_events || pod.is_scheduled;
}

/// Whether the last row shows every container ready.
bool is_well(const SeenPod& pod) {
  if (pod.rows.empty()) return false;
  const SeenRow& row = pod.rows.back();
  return row.status == "Running" && row.ready == row.containers;
}

class StatementReader {
 public:
  explicit StatementReader(const SeenPod& pod) : pod_{pod} {}

  std::vector<Statement> read() {
    for (const SeenEvent& event : pod_.events) read_event(event);
    for (const SeenContainer& container : pod_.containers) read_container(container);
    for (const SeenRow& row : pod_.rows) read_row(row);
    for (const SeenError& error : pod_.errors) read_error(error);
    for (const SeenLine& line : pod_.lines) read_line(line);
    add(0, pod_.reason, pod_.message, "");
    read_finalizers();
    read_silence();
    weaken_consequences_of_rejection();
    weaken_node();
    return std::move(found_);
  }

 private:
  void add(int line, std::string_view reason, std::string_view message, std::string_view container,
           sim::Duration ago = {}) {
    if (reason.empty() && message.empty()) return;
    auto known = known_cause(reason, message, container);
    if (!known) return;
    std::string text = reason.empty() ? std::string{message} : fmt::format("{}: {}", reason, message);
    found_.push_back({line, *std::move(known), std::move(text), ago});
  }

  void read_line(const SeenLine& line) {
    const std::size_t before = found_.size();
    add(line.line, "", line.text, "");
    if (found_.size() == before) return;
    found_.back().is_quoted = line.is_quoted;
    found_.back().is_of_node = line.is_of_node;
  }

  void read_event(const SeenEvent& event) {
    const std::size_t before = found_.size();
    add(event.line, event.reason, event.message, event.container, event.last ? event.last->minimum : sim::Duration{});
    if (found_.size() == before) return;
    const KnownCause& known = found_.back().known;
    const bool is_over =
        keeps_from_starting(known.cause) &&
        (has_started_since(pod_, event) || (known.cause != Cause::sandbox && shows_a_run(pod_, event.container)));
    const bool is_scheduled = known.cause == Cause::unscheduled && was_scheduled(pod_);
    if (is_over || is_scheduled) explain(found_.back());
  }

  static void explain(Statement& statement) {
    statement.known.strength = Strength::symptom;
    statement.is_explained = true;
  }

  /// A rejected pod never starts: what fails beside its rejection follows from it.
  void weaken_consequences_of_rejection() {
    const auto is_rejection = [](const Statement& each) {
      return each.known.cause == Cause::rejected && each.known.strength >= Strength::step;
    };
    if (std::ranges::none_of(found_, is_rejection)) return;
    for (Statement& each : found_) {
      if (keeps_from_starting(each.known.cause)) explain(each);
    }
  }

  /// A failure of the node is the cause if the pod shows none of its own.
  void weaken_node() {
    const auto is_of_pod = [](const Statement& each) {
      return !each.is_of_node && each.known.strength >= Strength::state && each.known.cause != Cause::node_lost &&
             each.known.cause != Cause::deletion;
    };
    if (std::ranges::none_of(found_, is_of_pod) && !is_well(pod_)) return;
    for (Statement& each : found_) {
      if (each.is_of_node) each.known.strength = Strength::symptom;
    }
  }

  void read_container(const SeenContainer& container) {
    add(container.line, container.waiting_reason, container.waiting_message, container.name);
    for (const std::optional<Ended>& ended : {container.ended, container.last}) {
      if (!ended) continue;
      if (ended->reason == "Unknown") {
        add_loss(container, *ended);
        continue;
      }
      add(container.line, ended->reason, is_of_runtime(*ended) ? ended->message : "", container.name);
      read_exit(container, *ended);
    }
  }

  /// A runtime that starts again does not know how the containers ended that ran before.
  void add_loss(const SeenContainer& container, const Ended& ended) {
    found_.push_back(
        {container.line,
         {Cause::lost_container, Strength::state,
          fmt::format("{} was lost while it ran, as when its node or the runtime restarts", container.name)},
         fmt::format("{}: exit code {}", ended.reason, ended.exit_code),
         {}});
  }

  /// A container that exits with an error of its own states so. 137 and 143 may also come from a signal.
  void read_exit(const SeenContainer& container, const Ended& ended) {
    const bool is_its_own = ended.reason == "Error" && ended.exit_code != 137 && ended.exit_code != 143;
    if (!is_its_own || container.is_init || container.restarts.value_or(0) == 0) return;
    found_.push_back({container.line,
                      {Cause::crash, Strength::state, fmt::format("{} repeatedly exits by itself", container.name)},
                      fmt::format("{} has exited with {}, after {}", container.name, ended.exit_code,
                                  api::counted(container.restarts.value_or(0), "restart")),
                      {}});
  }

  /// A row names one container at most: the only one of the pod.
  void read_row(const SeenRow& row) {
    std::string_view status = row.status;
    const bool is_about_init = status.starts_with("Init:");
    if (is_about_init) status.remove_prefix(5);
    const auto is_meant = [&](const SeenContainer& each) { return each.is_init == is_about_init; };
    const bool is_only = std::ranges::count_if(pod_.containers, is_meant) == 1;
    add(row.line, status, "", is_only ? std::ranges::find_if(pod_.containers, is_meant)->name : "");
  }

  void read_error(const SeenError& error) {
    if (!error.reason.empty()) return add(error.line, error.reason, error.message, error.container);
    add(error.line, error.action + " from runtime service failed", error.message, error.container);
  }

  void read_finalizers() {
    const auto is_in = [this](std::string_view state) {
      return std::ranges::all_of(pod_.containers,
                                 [state](const SeenContainer& each) { return each.is_init || each.state == state; });
    };
    // The API server sets the grace period to 0 when the kubelet has confirmed that nothing runs any more.
    const bool has_ended = is_in("Terminated") || (is_in("") && pod_.grace_seconds == 0);
    if (!pod_.is_deleted || pod_.finalizers.empty() || !has_ended) return;
    const bool is_one = pod_.finalizers.size() == 1;
    found_.push_back({0,
                      {Cause::finalizer, Strength::root,
                       fmt::format("the pod is deleted, and {} {} {} it", is_one ? "the finalizer" : "the finalizers",
                                   fmt::join(pod_.finalizers, " and "), is_one ? "keeps" : "keep")},
                      fmt::format("finalizers: {}", fmt::join(pod_.finalizers, ", ")),
                      {}});
  }

  /// A pod on a node of which the status shows no container: its kubelet has not reported anything.
  void read_silence() {
    const bool has_states =
        std::ranges::any_of(pod_.containers, [](const SeenContainer& each) { return !each.state.empty(); });
    if (!pod_.is_scheduled || pod_.phase != "Pending" || has_states || !pod_.events.empty()) return;
    found_.push_back({0,
                      {Cause::status_update, Strength::state,
                       "the kubelet has not reported the containers of the pod: it does not handle the pod, or cannot "
                       "write its status"},
                      "phase Pending, without states of containers",
                      {}});
  }

  const SeenPod& pod_;
  std::vector<Statement> found_;
};

void sort_by_strength(std::vector<Statement>& statements) {
  std::ranges::stable_sort(statements, [](const Statement& one, const Statement& other) {
    if (one.known.strength != other.known.strength) return one.known.strength > other.known.strength;
    return one.ago < other.ago;
  });
}

}  // namespace

std::vector<Statement> statements_of(const SeenPod& pod) {
  std::vector<Statement> statements = StatementReader{pod}.read();
  sort_by_strength(statements);
  return statements;
}

std::vector<Statement> statements_of(const std::vector<SeenLine>& lines) {
  std::vector<Statement> statements;
  for (const SeenLine& line : lines) {
    if (auto known = known_cause("", line.text, ""))
      statements.push_back({line.line, *std::move(known), line.text, {}, line.is_quoted, line.is_of_node});
  }
  sort_by_strength(statements);
  return statements;
}

}  // namespace podreel::reproduce
