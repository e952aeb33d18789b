#include "scenarios/reproduce/draft/rules.hpp"

#include <algorithm>

#include "engine/api/ascii.hpp"
#include "scenarios/reproduce/read/cells.hpp"

namespace podreel::reproduce {

std::vector<const SeenEvent*> events_of(const SeenPod& pod, std::string_view reason, std::string_view container) {
  std::vector<const SeenEvent*> found;
  for (const SeenEvent& event : pod.events) {
    if (event.reason == reason && (container.empty() || event.container == container)) found.push_back(&event);
  }
  return found;
}

std::uint64_t times_of(const SeenPod& pod, std::string_view reason, std::string_view container) {
  std::uint64_t times = 0;
  for (const SeenEvent* event : events_of(pod, reason, container)) times += event->count;
  return times;
}

bool has_status(const SeenPod& pod, bool is_init, std::initializer_list<std::string_view> words) {
  return std::ranges::any_of(pod.rows, [&](const SeenRow& row) {
    std::string_view status = row.status;
    const bool is_about_init = status.starts_with("Init:");
    if (is_about_init) status.remove_prefix(5);
    return is_about_init == is_init && std::ranges::find(words, status) != words.end();
  });
}

std::optional<std::size_t> init_containers_done(std::string_view status) {
  constexpr std::string_view before = "Init:";
  const std::size_t slash = status.find('/');
  if (!status.starts_with(before) || slash == std::string_view::npos) return std::nullopt;
  return cell_number(status.substr(before.size(), slash - before.size()));
}

bool waits_for(const SeenPod& pod, std::string_view container, std::string_view reason) {
  const SeenContainer* const seen = pod.find(container);
  if (seen != nullptr && seen->waiting_reason == reason) return true;
  const bool is_init = seen != nullptr && seen->is_init;
  const bool is_only = std::ranges::count(pod.containers, is_init, &SeenContainer::is_init) == 1;
  const std::string status = is_init ? "Init:" + std::string{reason} : std::string{reason};
  const auto says = [&](const SeenRow& row) { return row.status == status; };
  if (is_only && std::ranges::any_of(pod.rows, says)) return true;
  return std::ranges::any_of(
      pod.errors, [&](const SeenError& error) { return error.container == container && error.reason == reason; });
}

double back_offs_until(std::uint32_t restarts) {
  double total = 0;
  double next = 10;
  constexpr std::uint32_t max_counted = 100'000;
  for (std::uint32_t restart = 0; restart < std::min(restarts, max_counted); ++restart) {
    total += next;
    next = std::min(next * 2, 300.0);
  }
  return total;
}

std::uint32_t restarts_by_back_off(const SeenPod& pod, std::string_view container) {
  sim::Duration longest{};
  const auto note = [&longest](std::string_view message) {
    if (const auto back_off = stated_back_off(message)) longest = std::max(longest, *back_off);
  };
  const SeenContainer* const seen = pod.find(container);
  if (seen != nullptr) note(seen->waiting_message);
  for (const SeenError& error : pod.errors) {
    if (error.container == container) note(error.message);
  }
  std::uint32_t restarts = 0;
  constexpr sim::Duration first = std::chrono::seconds{10};
  constexpr sim::Duration last = std::chrono::seconds{300};
  for (sim::Duration next = first; longest >= next; next = std::min(2 * next, last)) {
    ++restarts;
    if (next == last) break;
  }
  return restarts;
}

std::string_view without_rpc_code(std::string_view error) {
  constexpr std::string_view description = " desc = ";
  if (!error.starts_with("rpc error:")) return error;
  const std::size_t at = error.find(description);
  return at == std::string_view::npos ? error : error.substr(at + description.size());
}

std::string quoted_after(std::string_view text, std::string_view word) {
  const std::size_t at = text.find(word);
  if (at == std::string_view::npos) return {};
  const std::size_t begin = text.find('"', at);
  if (begin == std::string_view::npos) return {};
  const std::size_t end = text.find('"', begin + 1);
  return std::string{text.substr(begin + 1, std::min(end, text.size()) - begin - 1)};
}

std::string volume_of(std::string_view message) {
  constexpr std::string_view by_spec = "spec.Name:";
  const bool is_spec = message.find(by_spec) != std::string_view::npos;
  std::string name = quoted_after(message, is_spec ? by_spec : "for volume");
  const auto is_allowed = [](char letter) { return api::is_lower(letter) || api::is_digit(letter) || letter == '-'; };
  constexpr std::size_t max_length = 63;
  const bool is_name = name.size() <= max_length && std::ranges::all_of(name, is_allowed);
  return name.empty() || is_name ? name : "data";
}

std::int64_t grace_of(const SeenPod& pod) noexcept {
  constexpr std::int64_t usual = 30;
  return pod.grace_seconds.value_or(usual);
}

bool is_creating(const SeenPod& pod) {
  const auto waits = [](const SeenContainer& container) { return container.waiting_reason == "ContainerCreating"; };
  return has_status(pod, false, {"ContainerCreating"}) || std::ranges::any_of(pod.containers, waits);
}

bool is_given_up(std::string_view error) {
  return error.find("deadline exceeded") != std::string_view::npos ||
         error.find("DeadlineExceeded") != std::string_view::npos;
}

}  // namespace podreel::reproduce
