#include "engine/trace/back_off_waits.hpp"

namespace podreel::trace {

namespace {

/// Returns the text between two marks, and removes it and both marks from `rest`; empty if a mark is missing.
std::string_view take_between(std::string_view& rest, std::string_view begin, std::string_view end) {
  const std::size_t from = rest.find(begin);
  const std::size_t to = from == std::string_view::npos ? from : rest.find(end, from + begin.size());
  if (to == std::string_view::npos) {
    rest = {};
    return {};
  }
  const std::string_view found = rest.substr(from + begin.size(), to - from - begin.size());
  rest.remove_prefix(to + end.size());
  return found;
}

}  // namespace

std::vector<BackOffWait> back_off_waits(std::string_view sync_error) {
  constexpr std::string_view failure = "failed to \"StartContainer\" for \"";
  std::vector<BackOffWait> waits;
  while (!sync_error.empty()) {
    const std::string_view container = take_between(sync_error, failure, "\" with ");
    std::string_view message = sync_error.substr(0, sync_error.find(failure));
    const std::string_view reason = message.substr(0, message.find(':'));
    if (container.empty() || !reason.ends_with("BackOff")) continue;
    // Kubelets before 1.16 write "Back-off".
    const std::string_view delay = take_between(message, "ack-off ", " restarting failed container");
    waits.push_back({std::string{container}, std::string{reason}, std::string{delay}});
  }
  return waits;
}

}  // namespace podreel::trace
