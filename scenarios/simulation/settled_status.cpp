#include "scenarios/simulation/settled_status.hpp"

#include <string>
#include <utility>
#include <vector>

#include "engine/kubelet/status/container_id.hpp"
#include "runtime_fake/identifiers.hpp"

namespace podreel::simulation {

namespace {

using runtime_fake::PodSnapshot;

/// Returns "name_namespace", which identifies a pod in texts.
std::string written_name(const api::ObjectMeta& metadata) {
  return std::string{metadata.name.view()} + "_" + std::string{metadata.namespace_name.view()};
}

/// Calls `use` with every text of the status that may be a sentence of a kubelet.
template <class Status, class Use>
void for_each_sentence(Status& status, const Use& use) {
  const auto of_state = [&use](auto& state) {
    if (auto* waiting = std::get_if<api::StateWaiting>(&state)) use(waiting->message);
    if (auto* ended = std::get_if<api::StateTerminated>(&state)) use(ended->message);
  };
  use(status.message);
  for (auto& condition : status.conditions) use(condition.message);
  for (auto* list :
       {&status.init_container_statuses, &status.container_statuses, &status.ephemeral_container_statuses}) {
    for (auto& container : *list) {
      of_state(container.state);
      of_state(container.last_state);
    }
  }
}

class Restamping {
 public:
  Restamping(const SettledPod& settled, const api::ObjectMeta& metadata, const runtime_fake::PodEntry& entry,
             sim::Duration later)
      : settled_{settled}, metadata_{metadata}, entry_{entry}, later_{later} {}

  void restamp(api::PodStatus& status) const {
    if (status.start_time) move(*status.start_time);
    for (api::PodCondition& condition : status.conditions) {
      move(condition.last_probe_time);
      move(condition.last_transition_time);
    }
    for (api::ContainerStatuses* list :
         {&status.init_container_statuses, &status.container_statuses, &status.ephemeral_container_statuses}) {
      for (api::ContainerStatus& container : *list) restamp(container);
    }
    status.pod_ip = ip_for(status.pod_ip);
    for (memory::Text& ip : status.pod_ips) ip = ip_for(ip);
    if (settled_.is_named_in_texts) for_each_sentence(status, [this](memory::Text& text) { rewrite(text); });
  }

 private:
  void move(sim::Time& time) const {
    if (time != sim::Time{}) time += later_;
  }

  void restamp(api::ContainerStatus& container) const {
    container.container_id = id_for(container.container_id, container);
    for (api::ContainerState* state : {&container.state, &container.last_state}) {
      if (auto* running = std::get_if<api::StateRunning>(state)) move(running->started_at);
      auto* ended = std::get_if<api::StateTerminated>(state);
      if (ended == nullptr) continue;
      move(ended->started_at);
      move(ended->finished_at);
      ended->container_id = id_for(ended->container_id, container);
    }
  }

  [[nodiscard]] memory::Text id_for(const memory::Text& api_id, const api::ContainerStatus& status) const {
    const std::string_view id = kubelet::runtime_container_id(api_id);
    const std::vector<PodSnapshot::OfContainer>& had = settled_.runtime->containers;
    for (std::size_t index = 0; index < had.size(); ++index) {
      if (had[index].container->id.view() == id) return kubelet::api_container_id(entry_.containers[index]->id);
    }
    // The runtime has removed the container.
    for (std::int32_t attempt = status.restart_count; attempt >= 0; --attempt) {
      const auto number = static_cast<std::uint32_t>(attempt);
      const auto ordinal = runtime_fake::ordinal_of(id, *settled_.runtime, status.name, number);
      if (ordinal)
        return kubelet::api_container_id(runtime_fake::make_id(metadata_.uid, status.name, number, *ordinal));
    }
    return api_id;
  }

  [[nodiscard]] memory::Text ip_for(const memory::Text& ip) const {
    const auto& had = settled_.runtime->sandboxes;
    for (std::size_t index = 0; index < had.size(); ++index) {
      if (!ip.empty() && had[index].sandbox.ip == ip) return entry_.sandboxes[index].ip;
    }
    return ip;
  }

  void rewrite(memory::Text& text) const {
    std::string written{text.view()};
    const api::ObjectMeta& had = settled_.pod->metadata;
    replace(written, written_name(had), written_name(metadata_));
    replace(written, had.uid, metadata_.uid);
    for (std::size_t index = 0; index < entry_.containers.size(); ++index) {
      replace(written, settled_.runtime->containers[index].container->id, entry_.containers[index]->id);
    }
    for (std::size_t index = 0; index < entry_.sandboxes.size(); ++index) {
      replace(written, settled_.runtime->sandboxes[index].sandbox.id, entry_.sandboxes[index].id);
    }
    text = written;
  }

  static void replace(std::string& text, std::string_view before, std::string_view after) {
    for (std::size_t at = text.find(before); at != std::string::npos; at = text.find(before, at + after.size())) {
      text.replace(at, before.size(), after);
    }
  }

  const SettledPod& settled_;
  const api::ObjectMeta& metadata_;
  const runtime_fake::PodEntry& entry_;
  sim::Duration later_;
};

}  // namespace

bool is_named_in_texts(const api::Pod& pod, const PodSnapshot& snapshot) {
  std::vector<std::string> names{written_name(pod.metadata), std::string{pod.metadata.uid.view()}};
  for (const auto& held : snapshot.containers) names.emplace_back(held.container->id.view());
  for (const auto& held : snapshot.sandboxes) names.emplace_back(held.sandbox.id.view());
  bool found = false;
  for_each_sentence(pod.status, [&](const memory::Text& text) {
    for (const std::string& name : names) found = found || text.view().find(name) != std::string_view::npos;
  });
  return found;
}

api::PodStatus status_of(const SettledPod& settled, const api::ObjectMeta& metadata,
                         const runtime_fake::PodEntry& entry, sim::Duration later) {
  api::PodStatus status = settled.pod->status;
  Restamping{settled, metadata, entry, later}.restamp(status);
  return status;
}

}  // namespace podreel::simulation
