#include "scenarios/batch/status_cases.hpp"

#include "engine/decide/sidecar.hpp"
#include "scenarios/batch/batch_input.hpp"
#include "scenarios/batch/case_fields.hpp"

namespace podreel::batch {

namespace {

using decide::ProbeResult;

/// The prober of a case: its results, and a worker for every probe that the release runs.
class CaseProbes : public kubelet::ProbeKnowledge {
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
    return container != nullptr && container->startup_probe.has_value() && behaviour_.startup_probes;
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

std::map<std::string, kubelet::StartFailure, std::less<>> start_failures_from(const std::optional<JsonField>& field) {
  std::map<std::string, kubelet::StartFailure, std::less<>> failures;
  if (!field) return failures;
  for (std::size_t index = 0; index < field->size(); ++index) {
    const JsonField item = field->item(index);
    const std::optional<JsonField> message = item.find("message");
    failures.insert_or_assign(item.at("container").text(),
                              kubelet::StartFailure{item.at("error").text(), message ? message->text() : ""});
  }
  return failures;
}

std::vector<std::string> node_ips_from(const std::optional<JsonField>& field) {
  if (!field) return {std::string{default_node_ip}};
  std::vector<std::string> ips;
  for (std::size_t index = 0; index < field->size(); ++index) ips.push_back(field->item(index).text());
  return ips;
}

api::PodStatus pod_status_from(const JsonField& field) {
  if (!field.value().is_object()) field.fail("a pod status");
  try {
    return api::pod_status_from_json(field.value());
  } catch (const nlohmann::json::exception& error) {
    throw FormatError(field.path(), "is not a pod status: " + json_message(error));
  }
}

StatusCase status_case_from(const JsonField& line) {
  StatusCase situation;
  situation.pod = pod_from(line.at("pod"));
  situation.id = id_from(line, situation.pod);
  const std::optional<JsonField> status = line.find("status");
  situation.observed = status ? observed_status_from(*status).status : observed_status_of(situation.pod).status;
  if (const std::optional<JsonField> old = line.find("oldStatus")) situation.pod.status = pod_status_from(*old);
  situation.start_failures = start_failures_from(line.find("reasonCache"));
  situation.readiness = probe_results_from(line.find("readiness"));
  situation.startup = probe_results_from(line.find("startup"));
  if (const std::optional<JsonField> terminal = line.find("podIsTerminal"))
    situation.pod_is_terminal = terminal->boolean();
  situation.node_ips = node_ips_from(line.find("nodeIPs"));
  if (const std::optional<JsonField> note = line.find("note")) situation.note = note->text();
  return situation;
}

}  // namespace

std::optional<StatusCase> read_status_case(std::string_view text, const std::string& file, int line,
                                           std::vector<api::Problem>& problems) {
  return read_line(text, file, line, problems, status_case_from);
}

std::vector<StatusCase> read_status_input(const std::string& text, const std::string& file, release::Release release,
                                          std::vector<api::Problem>& problems) {
  return read_cases(text, file, release, problems, read_status_case, status_case_of);
}

StatusCase status_case_of(const api::Pod& pod) {
  StatusCase situation;
  situation.id = api::full_name(pod);
  situation.pod = pod;
  situation.observed = observed_status_of(pod).status;
  situation.node_ips = {pod.status.host_ip.empty() ? std::string{default_node_ip} : std::string{pod.status.host_ip}};
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
