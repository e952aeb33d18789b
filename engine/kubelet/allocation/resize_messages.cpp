#include "engine/kubelet/allocation/resize_messages.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace podreel::kubelet::resize_message {

namespace {

using nlohmann::ordered_json;

ordered_json summary_of(const std::vector<api::Container>& containers) {
  ordered_json list = ordered_json::array();
  for (const api::Container& container : containers) {
    ordered_json resources = ordered_json::object();
    if (!container.limits.empty()) resources["limits"] = container.limits;
    if (!container.requests.empty()) resources["requests"] = container.requests;
    list.push_back({{"name", container.name}, {"resources", std::move(resources)}});
  }
  return list;
}

/// podResourceSummary.
std::string summary_of(const api::Pod& pod, std::optional<std::int64_t> generation, std::string_view error = {}) {
  ordered_json summary;
  if (!pod.spec->init_containers.empty()) summary["initContainers"] = summary_of(pod.spec->init_containers);
  summary["containers"] = summary_of(pod.spec->containers);
  if (generation) summary["generation"] = *generation;
  if (!error.empty()) summary["error"] = error;
  return summary.dump();
}

}  // namespace

std::string started(const api::Pod& pod) {
  return "Pod resize started: " + summary_of(pod, pod.metadata.generation);
}

std::string completed(const api::Pod& pod, std::optional<std::int64_t> generation) {
  return "Pod resize completed: " + summary_of(pod, generation);
}

std::string pending(const api::Pod& pod, std::string_view reason, std::string_view message) {
  return fmt::format("Pod resize {}: {}", reason, summary_of(pod, pod.metadata.generation, message));
}

std::string failed(const api::Pod& pod, std::string_view error, std::int64_t generation) {
  return "Pod resize error: " + summary_of(pod, generation, error);
}

}  // namespace podreel::kubelet::resize_message
