#include "scenarios/reproduce/evidence.hpp"

#include <algorithm>
#include <array>

namespace podreel::reproduce {

namespace {

/// Returns the word between `before` and the first character of `ends`; empty if the text does not begin so.
std::string word_after(std::string_view text, std::string_view before, std::string_view ends) {
  const std::size_t at = text.find(before);
  if (at != 0) return {};
  text.remove_prefix(before.size());
  return std::string{text.substr(0, text.find_first_of(ends))};
}

}  // namespace

SeenContainer& SeenPod::container(std::string_view wanted, bool is_init) {
  const auto found = std::ranges::find(containers, wanted, &SeenContainer::name);
  if (found != containers.end()) {
    found->is_init = found->is_init || is_init;
    return *found;
  }
  SeenContainer added;
  added.name = wanted;
  added.is_init = is_init;
  return containers.emplace_back(std::move(added));
}

const SeenContainer* SeenPod::find(std::string_view wanted) const noexcept {
  const auto found = std::ranges::find(containers, wanted, &SeenContainer::name);
  return found == containers.end() ? nullptr : &*found;
}

const SeenEvent* SeenPod::event(std::string_view wanted) const noexcept {
  const auto found = std::ranges::find(events, wanted, &SeenEvent::reason);
  return found == events.end() ? nullptr : &*found;
}

std::size_t SeenPod::observations() const noexcept {
  const auto with_state = std::ranges::count_if(containers, [](const SeenContainer& container) {
    return !container.state.empty() || container.last || container.restarts;
  });
  const auto pending = std::ranges::count_if(rows, waits_for_scheduler);
  const auto found = static_cast<std::size_t>(std::ranges::count_if(events, is_of_kubelet) + std::ssize(rows) -
                                              pending + with_state + std::ssize(errors));
  const bool has_ended = phase == "Failed" || phase == "Succeeded";
  return found + ((found > 0 && !phase.empty()) || has_ended ? 1U : 0U);
}

SeenPod& Evidence::pod(std::string_view name, std::string_view name_space) {
  const auto is_meant = [&](const SeenPod& pod) {
    return pod.name == name && (name_space.empty() || pod.name_space.empty() || pod.name_space == name_space);
  };
  const auto found = std::find_if(pods.rbegin(), pods.rend(), is_meant);
  SeenPod& meant = found != pods.rend() ? *found : pods.emplace_back();
  meant.name = name;
  if (!name_space.empty()) meant.name_space = name_space;
  return meant;
}

SeenNode& Evidence::node(std::string_view name) {
  const auto found = std::ranges::find(nodes, name, &SeenNode::name);
  if (found != nodes.end()) return *found;
  SeenNode& added = nodes.emplace_back();
  added.name = name;
  return added;
}

std::string container_named_in(const SeenEvent& event) {
  constexpr std::array<std::string_view, 7> before{"Created container: ",
                                                   "Created container ",
                                                   "Started container ",
                                                   "Stopping container ",
                                                   "Container ",
                                                   "Error: failed to start container \"",
                                                   "Back-off restarting failed container "};
  for (const std::string_view words : before) {
    std::string name = word_after(event.message, words, " \",");
    // "Container image …" and "Created container with id …" name none.
    if (!name.empty() && name != "image" && name != "with" && name != "in") return name;
  }
  const std::size_t hook = event.message.find("]) for Container \"");
  if (hook != std::string::npos)
    return word_after(std::string_view{event.message}.substr(hook), "]) for Container \"", "\"");
  return {};
}

std::optional<sim::Duration> stated_back_off(std::string_view message) {
  constexpr std::string_view before = "ack-off ";
  const std::size_t at = message.find(before);
  if (at == std::string_view::npos) return std::nullopt;
  message.remove_prefix(at + before.size());
  const auto age = parse_age(message.substr(0, message.find(' ')));
  return age ? std::optional{age->minimum} : std::nullopt;
}

bool is_of_kubelet(const SeenEvent& event) {
  if (!event.source.empty()) return event.source.starts_with("kubelet");
  constexpr std::array<std::string_view, 6> others{"Scheduled",        "FailedScheduling",       "AddedInterface",
                                                   "SuccessfulCreate", "SuccessfulAttachVolume", "FailedAttachVolume"};
  return std::ranges::find(others, event.reason) == others.end();
}

bool waits_for_scheduler(const SeenRow& row) {
  return row.status == "Pending";
}

}  // namespace podreel::reproduce
