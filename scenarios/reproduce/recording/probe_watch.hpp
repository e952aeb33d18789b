// Reads when recorded kubelets set up pods, and when the probes of their containers were executed.
#pragma once

#include <cstddef>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/apiserver/pod_uids.hpp"
#include "scenarios/reproduce/recording/kubelet_ticks.hpp"

namespace podreel::reproduce {

/// The UIDs that pods of a recording have in a run, and the commands of their probes.
class ProbedPods {
 public:
  /// Takes all records of a recording. A command belongs to the type of probe that has had a result while nothing else
  /// of the container was executed.
  explicit ProbedPods(const std::vector<nlohmann::json>& records);

  /// Takes the next record: a pod that is created has another UID than those of the same name before.
  void follow(const nlohmann::json& record);

  /// Returns the UID of the pod that a record names; empty if it names none.
  [[nodiscard]] std::string uid_in(const nlohmann::json& record) const;

  /// Returns the type of the probe whose result a record is. No value for other records. Without records of probes, the
  /// kubelet's events show the failed ones.
  [[nodiscard]] std::optional<std::string> probe_with_result(const nlohmann::json& record) const;

  /// Returns the type of the probe that has executed the command of a record. No value if several have such a command,
  /// or if it is unknown.
  [[nodiscard]] std::optional<std::string> executing_probe(const nlohmann::json& record) const;

 private:
  bool has_results_;
  apiserver::PodUids uids_;
  std::map<std::string, std::string> uid_of_;
  /// By names of pods and containers, and commands; no value if several types have the command.
  std::map<std::pair<std::string, std::string>, std::optional<std::string>> types_;
};

/// Collects the setups of pods and the probes of one kubelet.
class ProbeWatch {
 public:
  ProbeWatch(const ProbedPods& pods, std::vector<RecordedSetup>& setups, std::vector<RecordedProbe>& probes)
      : pods_{pods}, setups_{setups}, probes_{probes} {}

  void add(const nlohmann::json& record);

 private:
  /// The last sync of a pod.
  struct LastSync {
    double began = 0;
    bool had_sandbox = false;
  };

  void add_sandbox(const nlohmann::json& record);
  void add_execution(const nlohmann::json& record);
  void add_result(const nlohmann::json& record, const std::string& type);

  const ProbedPods& pods_;
  std::vector<RecordedSetup>& setups_;
  std::vector<RecordedProbe>& probes_;
  /// By UID.
  std::map<std::string, LastSync> syncs_;
  /// Last attempts that were started, by UID and container.
  std::map<std::string, double> attempts_;
  /// The probes without a result, by key: the last of each.
  std::map<std::string, std::size_t> open_;
};

}  // namespace podreel::reproduce
