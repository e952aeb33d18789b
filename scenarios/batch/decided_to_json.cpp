#include <algorithm>

#include "scenarios/batch/decide_cases.hpp"

namespace podreel::batch {

namespace {

using nlohmann::ordered_json;

ordered_json kills_to_json(const std::vector<decide::ContainerToKill>& kills) {
  std::vector<const decide::ContainerToKill*> sorted;
  for (const decide::ContainerToKill& kill : kills) sorted.push_back(&kill);
  std::sort(sorted.begin(), sorted.end(), [](const auto* left, const auto* right) { return left->id < right->id; });
  ordered_json result = ordered_json::array();
  for (const decide::ContainerToKill* kill : sorted) {
    result.push_back({{"id", kill->id}, {"name", kill->name}, {"message", kill->message}, {"reason", kill->reason}});
  }
  return result;
}

ordered_json resets_to_json(const std::vector<decide::ContainerToReset>& resets) {
  ordered_json result = ordered_json::array();
  for (const decide::ContainerToReset& reset : resets) {
    result.push_back({{"id", reset.id}, {"name", reset.name}, {"kill", reset.kill}});
  }
  return result;
}

ordered_json resizes_to_json(const std::vector<decide::ContainerToResize>& resizes) {
  ordered_json result = ordered_json::array();
  for (const decide::ContainerToResize& resize : resizes) {
    const bool init = resize.kind == api::ContainerKind::init;
    result.push_back({{"id", resize.id}, {init ? "initContainer" : "container", resize.container}});
  }
  return result;
}

ordered_json json_of(const decide::PodActions& actions) {
  ordered_json result{{"killPod", actions.kill_pod},
                      {"createSandbox", actions.create_sandbox},
                      {"sandboxID", actions.sandbox_id},
                      {"attempt", actions.attempt},
                      {"initContainersToStart", actions.init_containers_to_start},
                      {"containersToStart", actions.containers_to_start},
                      {"ephemeralContainersToStart", actions.ephemeral_containers_to_start},
                      {"containersToKill", kills_to_json(actions.containers_to_kill)}};
  if (!actions.containers_to_reset.empty()) result["containersToReset"] = resets_to_json(actions.containers_to_reset);
  if (!actions.containers_to_resize.empty()) {
    result["containersToResize"] = resizes_to_json(actions.containers_to_resize);
  }
  return result;
}

ordered_json json_of(const decide::PodContainerChanges& changes) {
  ordered_json start = ordered_json::object();
  for (const auto& [index, container] : changes.containers_to_start) start[std::to_string(index)] = container.message;
  ordered_json next = ordered_json::array();
  if (changes.next_init.next) next.push_back(*changes.next_init.next);
  return {{"createSandbox", changes.create_sandbox},
          {"sandboxID", changes.sandbox_id},
          {"attempt", changes.attempt},
          {"containersToStart", start},
          {"containersToKeep", changes.containers_to_keep},
          {"containersToKill", kills_to_json(changes.containers_to_kill)},
          {"initFailed", changes.init_failed},
          {"initContainersToKeep", changes.init_containers_to_keep},
          {"nextInit", next},
          {"nextInitFailedStatus", changes.next_init.failed_id},
          {"nextInitDone", changes.next_init.done}};
}

ordered_json json_of(const decide::Panic& panic) {
  return {{"panic", panic.message}};
}

}  // namespace

ordered_json to_json(const Decided& decided) {
  return std::visit([](const auto& answer) { return json_of(answer); }, decided);
}

}  // namespace podreel::batch
