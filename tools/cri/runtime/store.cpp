#include "tools/cri/runtime/store.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "tools/cri/runtime/error_code.hpp"
#include "tools/cri/runtime/identifiers.hpp"
#include "tools/cri/runtime/object_memory.hpp"

namespace podreel::cri {

namespace {

using runtime::ContainerState;

template <class Known>
bool knows(const std::vector<Known>& known, const memory::Text& inner_id) {
  return std::ranges::any_of(known, [&](const Known& each) { return each.record->inner_id == inner_id; });
}

/// Removes and returns the record that matches; null if there is none.
template <class Record, class Fits>
std::shared_ptr<Record> take(std::map<std::string, std::shared_ptr<Record>>& coming, std::string& name, Fits fits) {
  const auto found = std::ranges::find_if(coming, [&](const auto& item) { return fits(*item.second); });
  if (found == coming.end()) return nullptr;
  name = found->first;
  auto record = found->second;
  coming.erase(found);
  return record;
}

}  // namespace

Store::Store(runtime_fake::FakeRuntime& runtime, Pace pace, net::MemoryBudget budget)
    : runtime_{runtime}, pace_{pace}, budget_{std::move(budget)} {
  runtime_.on_observable_change([this](const memory::Text& pod_uid) {
    if (!pod_uid.empty()) follow(pod_uid);
  });
}

runtime::Result<Store::Reservation> Store::reserve(std::string name) {
  if (const auto holder = names_.reserve(name)) {
    const std::string_view who = holder->empty() ? std::string_view{"a call under way"} : *holder;
    return error_of(Code::unknown, fmt::format("failed to reserve name \"{}\": it is reserved for \"{}\"", name, who));
  }
  return {boost::system::in_place_value, *this, std::move(name)};
}

runtime::Result<Store::Reservation> Store::reserve(SandboxRecord sandbox) {
  auto charge = budget_.try_charge(net::MemoryUse::objects, bytes_of(sandbox.config));
  if (!charge) return no_memory_for("object");
  sandbox.charge = *std::move(charge);
  const std::string name = reserved_name(sandbox.config.metadata);
  auto reservation = reserve(name);
  if (reservation) coming_sandboxes_[name] = std::make_shared<SandboxRecord>(std::move(sandbox));
  return reservation;
}

runtime::Result<Store::Reservation> Store::reserve(ContainerRecord container, const SandboxRecord& sandbox) {
  auto charge = budget_.try_charge(net::MemoryUse::objects, bytes_of(container.config));
  if (!charge) return no_memory_for("object");
  container.charge = *std::move(charge);
  const std::string name = reserved_name(sandbox.config.metadata, container.config.name, container.config.attempt);
  auto reservation = reserve(name);
  if (reservation) coming_containers_[name] = std::make_shared<ContainerRecord>(std::move(container));
  return reservation;
}

void Store::give_back(const std::string& name) {
  names_.release_unused(name);
  coming_sandboxes_.erase(name);
  coming_containers_.erase(name);
}

void Store::follow(const memory::Text& pod_uid) {
  Pod& pod = pods_[pod_uid];
  if (const runtime_fake::PodEntry* entry = runtime_.inventory().find(pod_uid)) adopt(pod, *entry);
  follow_containers(pod);
  follow_sandboxes(pod);
  if (pod.sandboxes.empty() && pod.containers.empty()) pods_.erase(pod_uid);
}

void Store::adopt(Pod& pod, const runtime_fake::PodEntry& entry) {
  std::string name;
  for (const runtime_fake::Sandbox& made : entry.sandboxes) {
    if (knows(pod.sandboxes, made.id)) continue;
    const SandboxRecordPtr record = take(coming_sandboxes_, name, [&](const SandboxRecord& coming) {
      return coming.pod == entry.uid && coming.config.metadata.attempt == made.attempt;
    });
    if (record == nullptr) continue;
    record->inner_id = made.id;
    record->id = long_id(made.id.view());
    names_.give(name, record->id);
    sandboxes_.add(record);
    pod.sandboxes.push_back({record, made.ready});
    notify(EventKind::created, record, nullptr);
    notify(EventKind::started, record, nullptr);
    if (!made.ready) notify(EventKind::stopped, record, nullptr);
  }
  for (const auto& made : entry.containers) {
    if (knows(pod.containers, made->id)) continue;
    const std::string sandbox_id = long_id(made->sandbox_id.view());
    const ContainerRecordPtr record = take(coming_containers_, name, [&](const ContainerRecord& coming) {
      return coming.sandbox_id == sandbox_id && coming.config.name == made->name->view() &&
             coming.config.attempt == made->attempt;
    });
    if (record == nullptr) continue;
    record->inner_id = made->id;
    record->id = long_id(made->id.view());
    names_.give(name, record->id);
    containers_.add(record);
    pod.containers.push_back({record, ContainerState::created});
    notify(EventKind::created, sandboxes_.find(sandbox_id), record);
  }
}

void Store::follow_containers(Pod& pod) {
  for (Container& seen : pod.containers) {
    const auto* container = runtime_.inventory().find_container(seen.record->inner_id).container;
    const ContainerState before = seen.state;
    if (container == nullptr || container->state == before) continue;
    seen.state = container->state;
    const SandboxRecordPtr sandbox = sandboxes_.find(seen.record->sandbox_id);
    const bool has_started = container->started_at != sim::Time{};
    if (before == ContainerState::created && has_started) notify(EventKind::started, sandbox, seen.record);
    if (seen.state == ContainerState::exited) notify(EventKind::stopped, sandbox, seen.record);
  }
  std::erase_if(pod.containers, [this](const Container& seen) {
    if (runtime_.inventory().find_container(seen.record->inner_id).container != nullptr) return false;
    const SandboxRecordPtr sandbox = sandboxes_.find(seen.record->sandbox_id);
    containers_.remove(seen.record->id);
    if (sandbox != nullptr) {
      const ContainerConfig& config = seen.record->config;
      names_.release(reserved_name(sandbox->config.metadata, config.name, config.attempt));
    }
    notify(EventKind::deleted, sandbox, seen.record);
    return true;
  });
}

void Store::follow_sandboxes(Pod& pod) {
  std::erase_if(pod.sandboxes, [this](Sandbox& seen) {
    const runtime_fake::Sandbox* sandbox = runtime_.inventory().find_sandbox(seen.record->inner_id).sandbox;
    const bool was_ready = std::exchange(seen.ready, sandbox != nullptr && sandbox->ready);
    if (was_ready && !seen.ready) notify(EventKind::stopped, seen.record, nullptr);
    if (sandbox != nullptr) return false;
    sandboxes_.remove(seen.record->id);
    names_.release(reserved_name(seen.record->config.metadata));
    notify(EventKind::deleted, seen.record, nullptr);
    return true;
  });
}

void Store::notify(EventKind kind, const SandboxRecordPtr& sandbox, const ContainerRecordPtr& container) const {
  if (listener_) listener_({kind, sandbox, container});
}

SandboxView Store::view(const SandboxRecordPtr& sandbox) const {
  SandboxView view{.record = sandbox, .ready = false, .created_at = 0, .ip = {}};
  const runtime_fake::Sandbox* there = runtime_.inventory().find_sandbox(sandbox->inner_id).sandbox;
  if (there == nullptr) return view;
  view.ready = there->ready;
  view.created_at = pace_.unix_nanoseconds(there->created_at);
  if (there->ready) view.ip = there->ip;
  if (addresses_ && !view.ip.empty()) view.ip = addresses_->on_machine(view.ip);
  return view;
}

ContainerView Store::view(const ContainerRecordPtr& container) const {
  ContainerView view;
  view.record = container;
  const runtime_fake::Container* there = runtime_.inventory().find_container(container->inner_id).container;
  if (there == nullptr) {
    view.state = ContainerState::unknown;
    return view;
  }
  const auto text = [](runtime_fake::Name name) { return name == nullptr ? std::string{} : std::string{*name}; };
  view.state = there->state;
  view.created_at = pace_.unix_nanoseconds(there->created_at);
  view.started_at = pace_.unix_nanoseconds(there->started_at);
  view.finished_at = pace_.unix_nanoseconds(there->finished_at);
  view.exit_code = there->exit_code;
  view.image = text(there->image);
  view.image_id = text(there->image_id);
  if (there->state == ContainerState::exited) view.reason = text(there->reason);
  view.message = text(there->message);
  return view;
}

std::vector<ContainerRecordPtr> Store::containers_of(const SandboxRecord& sandbox) const {
  std::vector<ContainerRecordPtr> records;
  const auto pod = pods_.find(sandbox.pod);
  if (pod == pods_.end()) return records;
  for (const Container& container : pod->second.containers) {
    if (container.record->sandbox_id == sandbox.id) records.push_back(container.record);
  }
  return records;
}

std::vector<SandboxView> Store::list(const SandboxFilter& filter) const {
  std::vector<SandboxView> views;
  const SandboxRecordPtr only = sandboxes_.find(filter.id);
  if (only == nullptr && !filter.id.empty()) return views;
  for (const auto& [id, record] : sandboxes_.all()) {
    if (only != nullptr && record != only) continue;
    if (!has_labels(record->config.labels, filter.labels)) continue;
    SandboxView each = view(record);
    if (!filter.ready || each.ready == *filter.ready) views.push_back(std::move(each));
  }
  return views;
}

std::vector<ContainerView> Store::list(const ContainerFilter& filter) const {
  std::vector<ContainerView> views;
  const ContainerRecordPtr only = containers_.find(filter.id);
  const SandboxRecordPtr sandbox = sandboxes_.find(filter.sandbox_id);
  if (only == nullptr && !filter.id.empty()) return views;
  if (sandbox == nullptr && !filter.sandbox_id.empty()) return views;
  for (const auto& [id, record] : containers_.all()) {
    if (only != nullptr && record != only) continue;
    if (sandbox != nullptr && record->sandbox_id != sandbox->id) continue;
    if (!has_labels(record->config.labels, filter.labels)) continue;
    ContainerView each = view(record);
    if (!filter.state || each.state == *filter.state) views.push_back(std::move(each));
  }
  return views;
}

}  // namespace podreel::cri
