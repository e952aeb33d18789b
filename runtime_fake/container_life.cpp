#include "runtime_fake/container_life.hpp"

#include <algorithm>

#include "engine/invariant.hpp"

namespace podreel::runtime_fake {

namespace {

constexpr std::int32_t exit_code_of_failed_start = 128;

bool is_ordinary_init_container(const Container& container) {
  if (container.kind != api::ContainerKind::init) return false;
  const std::vector<api::Container>& specs = container.stored.spec->init_containers;
  const auto spec = std::ranges::find(specs, *container.name, &api::Container::name);
  return spec == specs.end() || !api::is_restartable_init_container(*spec);
}

/// Null if the scenario says nothing about the container.
const ContainerScript* script_of(const PodEntry& pod, const Container& container) {
  if (pod.script == nullptr) return nullptr;
  const auto found = std::ranges::find(pod.script->containers, *container.name, &ContainerScript::name);
  return found == pod.script->containers.end() ? nullptr : &*found;
}

const Run* run_of(const ContainerScript* script, const Container& container, std::uint32_t start) {
  static const Run succeeds_at_once{.runs_for = sim::Duration{}};
  if (script == nullptr || script->runs.empty()) {
    return is_ordinary_init_container(container) ? &succeeds_at_once : nullptr;
  }
  return &script->runs[std::min<std::size_t>(start, script->runs.size() - 1)];
}

bool have_in_common(const std::vector<std::string>& left, const std::vector<std::string>& right) {
  return std::ranges::find_first_of(left, right) != left.end();
}

/// Some process has what this one needs. One that met with a conflict itself has nothing.
bool meets_conflict(const Inventory& inventory, const ContainerScript& script) {
  if (script.needs.empty()) return false;
  return std::ranges::any_of(inventory.pods(), [&script](const auto& item) {
    const PodEntry& pod = item.second;
    return std::ranges::any_of(pod.containers, [&](const auto& container) {
      if (!container->is_running()) return false;
      const ContainerScript* other = script_of(pod, *container);
      return other != nullptr && container->run != &other->conflict && have_in_common(script.needs, other->needs);
    });
  });
}

/// The number of earlier starts.
std::uint32_t count_start(PodEntry& pod, Name name) {
  auto found = std::ranges::find_if(pod.starts, [name](const auto& start) { return *start.first == *name; });
  if (found == pod.starts.end()) found = pod.starts.insert(found, {name, 0});
  return found->second++;
}

OnTerm on_term_of(const Container& container) {
  return container.run == nullptr ? OnTerm{} : container.run->on_term;
}

}  // namespace

void ContainerLife::start(PodEntry& pod, Container& container) {
  PODREEL_INVARIANT(container.state == runtime::ContainerState::created, "only a created container starts");
  PODREEL_INVARIANT(inventory_.find_sandbox(container.sandbox_id).pod == &pod,
                    "a container starts in a sandbox of its pod");
  const ContainerScript* script = script_of(pod, container);
  if (script != nullptr && meets_conflict(inventory_, *script)) {
    container.run = &script->conflict;
  } else {
    container.run = run_of(script, container, count_start(pod, container.name));
  }
  container.state = runtime::ContainerState::running;
  container.started_at = process_.now();
  if (container.run != nullptr && container.run->runs_for) {
    exit_later(pod, container, process_.now() + length_of_run(container), container.run->exit_code, false);
  }
  inventory_.changes().record(pod);
}

std::optional<RunPlace> ContainerLife::place_of_run(const PodEntry& pod, const Container& container) {
  const ContainerScript* script = script_of(pod, container);
  if (script == nullptr || !container.is_running() || container.run == nullptr) return std::nullopt;
  if (container.run == &script->conflict) return RunPlace{.is_conflict = true};
  if (script->runs.empty()) return std::nullopt;
  return RunPlace{.index = static_cast<std::size_t>(container.run - script->runs.data())};
}

void ContainerLife::resume(PodEntry& pod, Container& container, const std::optional<RunPlace>& place) {
  if (place) {
    const ContainerScript& script = *script_of(pod, container);
    container.run = place->is_conflict ? &script.conflict : &script.runs[place->index];
  } else {
    container.run = run_of(nullptr, container, 0);
  }
  if (!container.is_running() || container.exit_at == Container::never) return;
  if (container.exits_by_signal) {
    exit_later(pod, container, std::max(container.exit_at, process_.now()), on_term_of(container).exit_code, true);
  } else {
    const sim::Time ends = container.started_at + length_of_run(container);
    exit_later(pod, container, std::max(ends, process_.now()), container.run->exit_code, false);
  }
}

void ContainerLife::fail_start(PodEntry& pod, Container& container, std::string_view error) {
  PODREEL_INVARIANT(container.state == runtime::ContainerState::created, "only a created container fails to start");
  container.reason = words_.of("StartError");
  container.message = words_.of(error);
  container.exit_code = exit_code_of_failed_start;
  container.finished_at = process_.now();
  container.state = runtime::ContainerState::exited;
  inventory_.changes().record(pod);
}

sim::Duration ContainerLife::length_of_run(const Container& container) const {
  const ScriptedSpan& length = *container.run->runs_for;
  if (length.is_fixed()) return length.maximum();
  timing::Stream stream = timing_.stream(timing::Site::scripted_span, container.id + " run");
  return length.draw_beyond(process_.now() - container.started_at, stream);
}

std::optional<sim::Time> ContainerLife::reaction_to_term(const Container& container) const {
  const OnTerm on_term = on_term_of(container);
  if (on_term.ignore) return std::nullopt;
  if (on_term.exit_after.is_fixed()) return process_.now() + on_term.exit_after.maximum();
  // Once, however often it is stopped.
  timing::Stream stream = timing_.stream(timing::Site::scripted_span, container.id);
  return process_.now() + on_term.exit_after.draw(stream);
}

void ContainerLife::terminate(PodEntry& pod, Container& container) {
  PODREEL_INVARIANT(container.is_running(), "only a running container receives SIGTERM");
  const std::optional<sim::Time> when = reaction_to_term(container);
  if (!when || *when >= container.exit_at) return;
  process_.cancel(container.exit_event);
  exit_later(pod, container, *when, on_term_of(container).exit_code, true);
}

void ContainerLife::exit_later(PodEntry& pod, Container& container, sim::Time when, std::int32_t exit_code,
                               bool by_signal) {
  container.exit_at = when;
  container.exits_by_signal = by_signal;
  container.exit_event = process_.at(when, [this, &pod, &container, exit_code, by_signal] {
    if (by_signal) {
      exit(pod, container, exit_code, "SIGTERM");
    } else {
      exit(pod, container, exit_code, "script", container.run->reason);
    }
  });
}

void ContainerLife::exit(PodEntry& pod, Container& container, std::int32_t exit_code, std::string_view why,
                         std::string_view reason) {
  if (reason.empty()) reason = exit_code == 0 ? "Completed" : "Error";
  exit_with(pod, container, exit_code, why, words_.of(reason));
}

void ContainerLife::kill(PodEntry& pod, Container& container, std::string_view why) {
  exit(pod, container, exit_code_of_sigkill, why);
}

void ContainerLife::kill_all_in(PodEntry& pod, const memory::Text& sandbox_id, std::string_view why) {
  for (const auto& container : pod.containers) {
    if (container->sandbox_id == sandbox_id && container->is_running()) kill(pod, *container, why);
  }
}

void ContainerLife::exit_with(PodEntry& pod, Container& container, std::int32_t exit_code, std::string_view why,
                              Name reason) {
  PODREEL_INVARIANT(container.is_running(), "only a running container exits");
  PODREEL_INVARIANT(container.started_at <= process_.now(), "a container exits no earlier than it started");
  process_.cancel(container.exit_event);
  container.exit_at = Container::never;
  container.state = runtime::ContainerState::exited;
  container.exit_code = exit_code;
  container.finished_at = process_.now();
  // An OOM kill shows in the container's reason at its end (containerd: internal/cri/server/events.go, TaskOOM).
  if (container.reason == nullptr) container.reason = reason;
  if (why == "script" && !container.run->message.empty()) container.message = words_.of(container.run->message);
  if (recorder_.wants<trace::Environment>()) {
    trace::Environment environment{"container_exit"};
    environment.container = *container.name;
    environment.attempt = container.attempt;
    environment.id = container.id;
    environment.exit_code = exit_code;
    environment.why = why;
    recorder_.record(full_name(pod), std::move(environment));
  }
  for (const sim::EventId watcher : container.exit_watchers) process_.wake(watcher);
  container.exit_watchers = {};
  inventory_.changes().record(pod);
}

sim::EventId ContainerLife::on_exit(Container& container, sim::Callback watcher) {
  PODREEL_INVARIANT(container.is_running(), "only the exit of a running container is waited for");
  return container.exit_watchers.emplace_back(process_.park(std::move(watcher)));
}

void ContainerLife::forget(Container& container, sim::EventId watcher) {
  process_.cancel(watcher);
  std::erase(container.exit_watchers, watcher);
}

}  // namespace podreel::runtime_fake
