#include "scenarios/batch/case_to_json.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <utility>

#include "engine/types/defaults.hpp"
#include "scenarios/batch/sync_cases.hpp"

namespace podreel::batch {

namespace {

using nlohmann::ordered_json;

ordered_json sandbox_json(const runtime::SandboxStatus& sandbox) {
  ordered_json json{{"id", sandbox.id},
                    {"state", sandbox.state == runtime::SandboxState::ready ? "READY" : "NOTREADY"},
                    {"createdAt", unix_seconds(sandbox.created_at)},
                    {"attempt", sandbox.attempt}};
  if (sandbox.ip) json["ip"] = *sandbox.ip;
  json["hostNetwork"] = sandbox.host_network;
  return json;
}

/// Omits the hash, which is the current one.
ordered_json container_json(const runtime::ContainerStatus& container) {
  ordered_json json{{"id", container.id},
                    {"name", container.name},
                    {"state", runtime::to_string(container.state)},
                    {"createdAt", unix_seconds(container.created_at)},
                    {"startedAt", unix_seconds(container.started_at)},
                    {"finishedAt", unix_seconds(container.finished_at)},
                    {"exitCode", container.exit_code},
                    {"restartCount", container.restart_count},
                    {"reason", container.reason},
                    {"message", container.message},
                    {"image", container.image},
                    {"imageID", container.image_id}};
  if (container.resources) {
    json["resources"] = {{"requests", container.resources->first}, {"limits", container.resources->second}};
  }
  return json;
}

ordered_json status_json(const ObservedStatus& observed) {
  ordered_json json{
      {"ips", observed.status.ips}, {"sandboxes", ordered_json::array()}, {"containers", ordered_json::array()}};
  for (const runtime::SandboxStatus& sandbox : observed.status.sandboxes) {
    json["sandboxes"].push_back(sandbox_json(sandbox));
  }
  for (const runtime::ContainerStatus& container : observed.status.containers) {
    json["containers"].push_back(container_json(container));
  }
  return json;
}

ordered_json results_json(const decide::ProbeResults& results) {
  ordered_json json = ordered_json::object();
  for (const auto& [id, result] : results) {
    json[id] = result == decide::ProbeResult::success ? "success" : "failure";
  }
  return json;
}

}  // namespace

ordered_json case_of(nlohmann::json pod, release::Release release) {
  types::apply_pod_defaults(pod, release);
  const SyncCase made = sync_case_of(api::pod_from_json(pod));
  const DecideCase& situation = made.situation;
  // managedFields only record who set which field.
  if (const auto metadata = pod.find("metadata"); metadata != pod.end()) metadata->erase("managedFields");
  ordered_json json{{"id", situation.id},
                    {"pod", std::move(pod)},
                    {"status", status_json(situation.observed)},
                    {"liveness", results_json(situation.liveness)},
                    {"startup", results_json(situation.startup)},
                    {"images", made.images},
                    {"now", unix_seconds(made.now)}};
  for (const GivenBackOff& given : made.back_offs) {
    json["backOffs"].push_back({{"container", given.container}, {"seconds", given.delay.count()}});
  }
  if (!situation.observed.assumed.empty()) {
    json["note"] = fmt::format("{}", fmt::join(situation.observed.assumed, "; "));
  }
  return json;
}

}  // namespace podreel::batch
