// Scenarios: loading and checking them.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "podreel/problem.hpp"
#include "podreel/release.hpp"

namespace podreel {

/// One run of a scenario file. Immutable, cheap to copy, and safe to share between threads.
class Scenario {
 public:
  struct State;

  /// Wraps podreel's internal scenario; for podreel itself.
  explicit Scenario(std::shared_ptr<const State> state) noexcept;

  /// Returns `metadata.name`, or the name of the file for a file of manifests alone.
  [[nodiscard]] const std::string& name() const noexcept;

  /// Returns `spec.description`; its first line serves as a title.
  [[nodiscard]] const std::string& description() const noexcept;

  /// Returns `metadata.labels`.
  [[nodiscard]] const std::map<std::string, std::string>& labels() const noexcept;

  /// Returns the combination of the matrix that this run is: values by variable, and the release by "kubelet". Empty
  /// without a matrix.
  [[nodiscard]] const std::map<std::string, std::string>& variant() const noexcept;

  /// Returns the release of the kubelet that runs first.
  [[nodiscard]] Release kubelet() const noexcept;

  /// Returns the simulated length of the run. No value: the run ends when the node has come to rest, after 24 hours at
  /// the latest.
  [[nodiscard]] std::optional<std::chrono::nanoseconds> duration() const noexcept;

  /// Returns podreel's internal scenario; for podreel itself.
  [[nodiscard]] const State& state() const noexcept { return *state_; }

 private:
  std::shared_ptr<const State> state_;
};

/// Values that replace those of a scenario file.
struct LoadOptions {
  /// Values of the scenario's variables, by name.
  std::map<std::string, std::string> variables = {};
  /// Release of the first kubelet, in place of the scenario's and of its matrix.
  std::optional<Release> kubelet = std::nullopt;
  /// Seed, in place of the scenario's.
  std::optional<std::uint64_t> seed = std::nullopt;
  /// Feature gates of the first kubelet, in place of the scenario's settings of these gates.
  FeatureGates feature_gates = {};
  /// Whether a scenario may refer to other files, which must be in its own folder or below. Set it to false for
  /// scenarios of users who may not read files here; a reference is then a problem.
  bool reads_files = true;
};

/// The result of loading one file.
struct LoadedScenarios {
  /// One run, or one for each combination of the matrix. Empty if there are problems.
  std::vector<Scenario> scenarios;
  /// All defects of the file, in the order of their positions.
  std::vector<Problem> problems;
  /// Fields that podreel accepts and does not simulate, in the order of their positions.
  std::vector<Problem> warnings;
};

/// Loads and checks a scenario file, YAML or JSON; "-" is standard input. A file of manifests alone is a scenario that
/// creates their pods at 0 s. A file that cannot be read is a problem.
[[nodiscard]] LoadedScenarios load_scenario_file(const std::string& path, const LoadOptions& options = {});

/// Loads and checks a scenario from `text`. Problems name it `file`, and files that it refers to are looked up in the
/// folder of `file`.
[[nodiscard]] LoadedScenarios load_scenario_text(std::string_view text, const std::string& file,
                                                 const LoadOptions& options = {});

}  // namespace podreel
