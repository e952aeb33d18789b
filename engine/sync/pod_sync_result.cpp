#include "engine/sync/pod_sync_result.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <utility>

#include "engine/release/behaviour/syncing.hpp"
#include "engine/release/go_text.hpp"

namespace podreel::sync {

std::string_view to_string(SyncAction action) noexcept {
  switch (action) {
    case SyncAction::start_container:
      return "StartContainer";
    case SyncAction::kill_container:
      return "KillContainer";
    case SyncAction::create_pod_sandbox:
      return "CreatePodSandbox";
    case SyncAction::config_pod_sandbox:
      return "ConfigPodSandbox";
    case SyncAction::kill_pod_sandbox:
      return "KillPodSandbox";
    case SyncAction::remove_container:
      return "RemoveContainer";
    case SyncAction::resize_pod_in_place:
      break;
  }
  return "ResizePodInPlace";
}

SyncResult& PodSyncResult::add(SyncAction action, std::string target) {
  constexpr std::size_t usual_steps = 4;
  if (results.empty()) results.reserve(usual_steps);
  return results.emplace_back(SyncResult{action, std::move(target), {}});
}

void PodSyncResult::append(PodSyncResult other) {
  results.insert(results.end(), std::make_move_iterator(other.results.begin()),
                 std::make_move_iterator(other.results.end()));
  if (other.sync_error) sync_error = std::move(other.sync_error);
}

bool PodSyncResult::failed() const noexcept {
  return sync_error ||
         std::ranges::any_of(results, [](const SyncResult& result) { return result.failure.has_value(); });
}

std::optional<sim::Time> PodSyncResult::min_back_off_expiration() const noexcept {
  std::optional<sim::Time> first;
  for (const SyncResult& result : results) {
    if (!result.failure || !result.failure->back_off_ends) continue;
    if (!first || *result.failure->back_off_ends < *first) first = result.failure->back_off_ends;
  }
  return first;
}

std::optional<std::string> PodSyncResult::error_text(const release::Behaviour& behaviour) const {
  std::vector<std::string> errors;
  const auto add_once = [&](std::string text) {
    if (behaviour.has(release::sync_errors_end_lines)) text += '\n';
    if (std::ranges::find(errors, text) == errors.end()) errors.push_back(std::move(text));
  };
  if (sync_error) add_once("failed to SyncPod: " + *sync_error);
  for (const SyncResult& result : results) {
    if (!result.failure) continue;
    add_once(fmt::format("failed to {} for {} with {}: {}", release::go_quoted(to_string(result.action)),
                         release::go_quoted(result.target), result.failure->error,
                         release::go_quoted(result.failure->message)));
  }
  if (errors.empty()) return std::nullopt;
  if (errors.size() == 1) return std::move(errors.front());
  return fmt::format("[{}]", fmt::join(errors, ", "));
}

}  // namespace podreel::sync
