// Runtime calls that fail or take time.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "engine/sim/process.hpp"
#include "runtime_fake/script.hpp"
#include "runtime_fake/scripted_chances.hpp"

namespace podreel::runtime_fake {

/// Fate of one call.
struct Verdict {
  sim::Duration takes{};
  /// The error it returns, as gRPC shows it; none if it succeeds.
  std::optional<std::string> error;
  /// As `CallFault::leaves_sandbox`; only of a call that fails.
  bool leaves_sandbox = false;
};

/// Form of errors: as a gRPC client prints them, or as they are written.
enum class ErrorForm : std::uint8_t { rpc, plain };

/// Whether the fault holds for such calls, at some time.
[[nodiscard]] bool is_about(const CallFault& fault, std::string_view call, std::string_view pod,
                            std::string_view container);

class Faults {
 public:
  /// All must outlive the faults. The scenario begins now.
  Faults(const sim::Process& process, timing::Timing& timing, const std::vector<CallFault>& script,
         ErrorForm form = ErrorForm::rpc)
      : process_{process}, script_{script}, form_{form}, began_{process.now()}, chances_{timing} {}

  /// Counts the call. `pod` is "namespace/name", or empty for calls about no pod; `pod_key` distinguishes pods of the
  /// same name.
  [[nodiscard]] Verdict judge(std::string_view call, std::string_view pod, std::string_view pod_key,
                              std::string_view container);

  /// Whether such a call, about any pod, may take time or fail now.
  [[nodiscard]] bool may_touch(std::string_view call) const noexcept;
  /// Fate of a call at any time.
  [[nodiscard]] bool may_ever_touch(std::string_view call) const noexcept;
  /// Every time from which on that may be otherwise.
  [[nodiscard]] std::vector<sim::Time> turns() const;

 private:
  using Counted = std::tuple<std::size_t, std::string, std::string>;

  [[nodiscard]] std::string error_of(const CallFault& fault) const;
  [[nodiscard]] sim::Duration elapsed() const noexcept { return process_.now() - began_; }

  const sim::Process& process_;
  const std::vector<CallFault>& script_;
  ErrorForm form_;
  sim::Time began_;
  std::map<Counted, std::uint32_t> failed_;
  ScriptedChances chances_;
};

/// An error of the runtime as a gRPC client prints it.
[[nodiscard]] std::string rpc_error(std::string_view description);

/// Error of the runtime for a sandbox or container that it does not have.
[[nodiscard]] std::string not_found(std::string_view what);
/// Returns whether an error has gRPC's code NotFound.
[[nodiscard]] bool says_not_found(std::string_view error) noexcept;

}  // namespace podreel::runtime_fake
