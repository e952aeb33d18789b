#include "runtime_fake/faults.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "engine/invariant.hpp"
#include "runtime_fake/glob.hpp"

namespace podreel::runtime_fake {

namespace {

bool is_about(const CallFault& fault, std::string_view call) {
  return fault.call == "*" || fault.call == call;
}

}  // namespace

bool is_about(const CallFault& fault, std::string_view call, std::string_view pod, std::string_view container) {
  return is_about(fault, call) && (fault.pod.empty() || glob_matches_pod(fault.pod, pod)) &&
         (fault.container.empty() || glob_matches(fault.container, container));
}

Verdict Faults::judge(std::string_view call, std::string_view pod, std::string_view pod_key,
                      std::string_view container) {
  PODREEL_INVARIANT(elapsed() >= sim::Duration{}, "no call is made before the scenario begins");
  const auto found = std::ranges::find_if(script_, [&](const CallFault& fault) {
    return fault.holds_at(elapsed()) && is_about(fault, call, pod, container);
  });
  if (found == script_.end()) return {};
  Verdict verdict;
  verdict.takes = found->takes.maximum();
  if (!found->takes.is_fixed() || !found->fails.is_never()) {
    const std::string about = fmt::format("{} {} {}", call, pod_key, container);
    verdict.takes = chances_.draw(found->takes, about);
    if (chances_.draw(found->fails, about)) verdict.error = error_of(*found);
  }
  verdict.leaves_sandbox = verdict.error && found->leaves_sandbox;
  if (found->fail_first == 0) return verdict;
  const auto rule = static_cast<std::size_t>(found - script_.begin());
  std::uint32_t& failed = failed_[{rule, std::string{pod_key}, std::string{container}}];
  PODREEL_INVARIANT(failed <= found->fail_first, "no more calls fail than the script says");
  if (found->fail_first == CallFault::all || failed < found->fail_first) {
    ++failed;
    verdict.error = error_of(*found);
    verdict.leaves_sandbox = found->leaves_sandbox;
  }
  return verdict;
}

std::string Faults::error_of(const CallFault& fault) const {
  return form_ == ErrorForm::rpc ? rpc_error(fault.error) : fault.error;
}

bool Faults::may_touch(std::string_view call) const noexcept {
  return std::ranges::any_of(
      script_, [&](const CallFault& fault) { return is_about(fault, call) && fault.holds_at(elapsed()); });
}

bool Faults::may_ever_touch(std::string_view call) const noexcept {
  return std::ranges::any_of(script_, [&](const CallFault& fault) { return is_about(fault, call); });
}

std::vector<sim::Time> Faults::turns() const {
  std::vector<sim::Time> times;
  for (const CallFault& fault : script_) {
    if (fault.from > sim::Duration{}) times.push_back(began_ + fault.from);
    if (fault.until) times.push_back(began_ + *fault.until);
  }
  return times;
}

std::string rpc_error(std::string_view description) {
  if (description.starts_with("rpc error:")) return std::string{description};
  return "rpc error: code = Unknown desc = " + std::string{description};
}

std::string not_found(std::string_view what) {
  return fmt::format("rpc error: code = NotFound desc = {} not found", what);
}

bool says_not_found(std::string_view error) noexcept {
  return error.starts_with("rpc error: code = NotFound ");
}

}  // namespace podreel::runtime_fake
