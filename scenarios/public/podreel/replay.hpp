// Replays: running a scenario in simulated time.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "podreel/policy.hpp"
#include "podreel/problem.hpp"
#include "podreel/release.hpp"
#include "podreel/scenario.hpp"

namespace podreel {

class Clock;
class ContainerRuntime;
class Record;

/// A pod in the API server from some time on.
struct PodVersion {
  /// Time of the change since the run began.
  std::chrono::nanoseconds time{};
  /// "namespace/name".
  std::string pod;
  /// v1.Pod as `kubectl get pod -o json` prints it; null if the pod was deleted.
  std::shared_ptr<const nlohmann::json> object;
};

/// Choices of a replay. The defaults replay the scenario as it is written.
struct ReplayOptions {
  /// Seed, in place of the scenario's. Equal seeds give equal runs.
  std::optional<std::uint64_t> seed = std::nullopt;
  /// Simulated length of the run, in place of the scenario's.
  std::optional<std::chrono::nanoseconds> duration = std::nullopt;
  /// One policy of all kubelets that the run starts, of every release, whatever policies the scenario names. Null:
  /// none.
  std::shared_ptr<const Policy> policy = nullptr;
  /// Creates the policy of each kubelet that the run starts, as NamedPolicy::make does for the option --policy: it gets
  /// the release and the policy that the scenario names, and returns null to leave the kubelet that policy. Steps
  /// `startKubelet` that name a policy keep it. Empty: none. replay() throws std::invalid_argument if `policy` is set,
  /// too.
  std::function<std::shared_ptr<const Policy>(const KubeletInfo& kubelet)> make_policy = {};
  /// Creates the container runtime of the run, in place of podreel's own. The scenario's `spec.runtime` has no effect
  /// then, and steps that act on podreel's runtime or reboot the node are problems. Empty: podreel's own.
  std::function<std::unique_ptr<ContainerRuntime>(Clock& clock)> runtime = {};
  /// Called with every record, in the order of their times. Empty: nothing is recorded.
  std::function<void(const Record& record)> on_record = {};
  /// Called with every version of every pod. Empty: pods are not observed.
  std::function<void(const PodVersion& version)> on_pod = {};
  /// Whether records explain syncs and statuses. The timeline is otherwise the same.
  bool explain = false;
  /// Whether the scenario's expectations are checked.
  bool check_expectations = false;
  /// Whether the digest of the timeline is computed.
  bool compute_digest = false;
};

/// The outcome of one expectation of a scenario.
struct ExpectationResult {
  /// Source of the expectation in one line.
  std::string text;
  /// File of the expectation.
  std::string file;
  /// Line of the expectation, from 1.
  int line = 0;
  /// Column of the expectation in bytes, from 1.
  int column = 0;
  /// Whether the run meets the expectation.
  bool is_met = false;
  /// Lines that describe the expectation and the failure; empty if the run meets the expectation.
  std::string report;
};

/// The outcome of a replay.
struct ReplayResult {
  /// Reason why the run could not be executed completely; then all else covers the part before. No value if it was
  /// executed.
  std::optional<Problem> problem;
  /// Simulated time that has passed.
  std::chrono::nanoseconds length{};
  /// Whether the node came to rest; false for a run with a duration.
  bool is_settled = false;
  /// Releases of the kubelets that ran, in their order; a restart of the same release adds none.
  std::vector<Release> kubelets;
  /// Pods at the end, as `kubectl get pods -o json` prints them, by name.
  std::vector<nlohmann::json> pods;
  /// 32 hexadecimal digits, equal for equal timelines (XXH3-128 of the lines of `podreel run -o jsonl`). Empty unless
  /// requested.
  std::string digest;
  /// Outcomes of the scenario's expectations, in the order of the file. Empty unless requested.
  std::vector<ExpectationResult> expectations;
};

/// Runs a scenario from its beginning to its end. Equal scenarios and options give equal results on every machine,
/// provided that the policy and the runtime are deterministic. Exceptions that callbacks, the policy or the runtime
/// throw end the run and pass through. Throws std::invalid_argument for options that exclude each other, and another
/// std::logic_error only for a defect of podreel.
[[nodiscard]] ReplayResult replay(const Scenario& scenario, const ReplayOptions& options = {});

}  // namespace podreel
