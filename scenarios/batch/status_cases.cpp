#include "scenarios/batch/status_cases.hpp"

#include <optional>
#include <utility>

#include "engine/decide/sidecar.hpp"
#include "engine/release/behaviour/probing.hpp"
#include "scenarios/batch/case_fields.hpp"
#include "scenarios/batch/unknown_names.hpp"

namespace podreel::batch {

namespace {

using decide::ProbeResult;

/// The prober of a case: its results, and a worker for every probe that the release runs.
class CaseProbes : public kubelet::ProbeResultProvider {
 public:
  CaseProbes(const StatusCase& situation, const release::Behaviour& behaviour)
      : situation_{situation}, behaviour_{behaviour} {}

  [[nodiscard]] std::optional<ProbeResult> readiness(std::string_view container_id) const override {
    return result(situation_.readiness, container_id);
  }
  [[nodiscard]] std::optional<ProbeResult> startup(std::string_view container_id) const override {
    return result(situation_.startup, container_id);
  }
  [[nodiscard]] bool probes_readiness(std::string_view /*pod_uid*/, std::string_view container_name) const override {
    const api::Container* container = probed(container_name);
    return container != nullptr && container->readiness_probe.has_value();
  }
  [[nodiscard]] bool probes_startup(std::string_view /*pod_uid*/, std::string_view container_name) const override {
    const api::Container* container = probed(container_name);
    return container != nullptr && container->startup_probe.has_value() && behaviour_.has(release::startup_probes);
  }

 private:
  static std::optional<ProbeResult> result(const decide::ProbeResults& results, std::string_view container_id) {
    const auto found = results.find(container_id);
    if (found == results.end()) return std::nullopt;
    return found->second;
  }

  [[nodiscard]] const api::Container* probed(std::string_view name) const {
    const api::FoundContainer found = api::find_container(*situation_.pod.spec, name);
    if (found.container == nullptr || found.kind == api::ContainerKind::ephemeral) return nullptr;
    if (found.kind == api::ContainerKind::init && !decide::is_sidecar(*found.container, behaviour_)) return nullptr;
    return found.container;
  }

  const StatusCase& situation_;
  const release::Behaviour& behaviour_;
};

}  // namespace

StatusCase status_case_from(const jsonl::JsonField& line) {
  StatusCase situation;
  situation.pod = pod_from(line.at("pod"));
  situation.id = id_from(line, situation.pod);
  const std::optional<jsonl::JsonField> status = line.find("status");
  situation.observed = status ? observed_status_from(*status).status : observed_status_of(situation.pod).status;
  if (const std::optional<jsonl::JsonField> old = line.find("oldStatus")) {
    situation.pod.status = api::pod_status_from_json(object_from(*old, "PodStatus"));
  }
  line.for_each_item("reasonCache", [&](const jsonl::JsonField& item) {
    item.has_only({"container", "error", "message"});
    std::string message;
    item.find_into("message", message);
    situation.start_failures.insert_or_assign(container_name_from(item.at("container"), *situation.pod.spec),
                                              kubelet::StartFailure{item.at("error").text(), message});
  });
  situation.readiness = probe_results_from(line.find("readiness"));
  situation.startup = probe_results_from(line.find("startup"));
  line.find_into("podIsTerminal", situation.pod_is_terminal);
  line.for_each_item("nodeIPs", [&](const jsonl::JsonField& ip) { situation.node_ips.push_back(ip.text()); });
  if (!line.find("nodeIPs")) situation.node_ips.push_back(default_node_ip);
  line.find_into("note", situation.note);
  check_case_fields(line);
  return situation;
}

StatusCase status_case_of(const api::Pod& pod) {
  StatusCase situation;
  situation.id = api::full_name(pod);
  situation.pod = pod;
  situation.observed = observed_status_of(pod).status;
  situation.node_ips = {pod.status.host_ip.empty() ? memory::Text{default_node_ip} : pod.status.host_ip};
  for (const auto* statuses : {&pod.status.container_statuses, &pod.status.init_container_statuses}) {
    for (const api::ContainerStatus& reported : *statuses) {
      const runtime::ContainerStatus* container = situation.observed.find(reported.name);
      if (container == nullptr || container->state != runtime::ContainerState::running) continue;
      if (reported.started.value_or(false)) situation.startup.emplace(container->id, ProbeResult::success);
      if (reported.ready) situation.readiness.emplace(container->id, ProbeResult::success);
    }
  }
  return situation;
}

api::PodStatus report_status(const StatusCase& situation, const release::Behaviour& behaviour,
                             decide::Reasons* reasons) {
  const CaseProbes probes{situation, behaviour};
  const kubelet::StartFailures failures = [&](std::string_view name) -> std::optional<kubelet::StartFailure> {
    const auto found = situation.start_failures.find(name);
    if (found == situation.start_failures.end()) return std::nullopt;
    return found->second;
  };
  const kubelet::StatusInputs inputs{.pod = situation.pod,
                                     .observed = situation.observed,
                                     .previous = situation.pod.status,
                                     .start_failures = failures,
                                     .probes = probes,
                                     .behaviour = behaviour,
                                     .node_ips = situation.node_ips,
                                     .pod_is_terminal = situation.pod_is_terminal,
                                     .eviction = {},
                                     .restart_of_all = kubelet::RestartOfAll::none,
                                     .kubelet_started_at = {},
                                     .reasons = reasons};
  return kubelet::build_pod_status(inputs).status;
}

}  // namespace podreel::batch
