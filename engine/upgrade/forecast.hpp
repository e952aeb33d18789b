// "I go from kubelet A to kubelet B: which of my containers restart, and why?"
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/manifests/workloads.hpp"
#include "engine/memory/shared_texts.hpp"
#include "engine/upgrade/hash_verification.hpp"
#include "engine/upgrade/hops.hpp"
#include "engine/upgrade/observed_node.hpp"
#include "engine/upgrade/owners.hpp"
#include "engine/upgrade/path.hpp"
#include "engine/upgrade/static_pod_forecast.hpp"
#include "engine/upgrade/upgrade_evaluator.hpp"

namespace podreel::upgrade {

/// Number of containers that are meant to run, and of those that restart. Init containers that end, ephemeral ones, and
/// those of pods that are over do not count.
struct Count {
  int restarting = 0;
  int containers = 0;
  /// Number of containers that may restart.
  int may_restart = 0;
};

struct Totals {
  Count all;
  std::map<std::string, Count> by_namespace;
  /// Bare pods have the owner "".
  std::map<std::string, Count> by_owner;
  /// Containers that restart, by the rule that restarts them.
  std::map<std::string, int> by_cause;
  /// Containers that may restart, by the rule that would restart them.
  std::map<std::string, int> by_possible_cause;
  /// Containers that are left alone until a later minor release restarts them.
  std::map<release::Release, int> restarting_later;
  int left_alone = 0;
  /// Static pods that do not stay as they are.
  int static_pods_touched = 0;
};

/// Effects of one step on all containers and static pods.
struct StepForecast {
  UpgradeStep step;
  std::vector<ContainerForecast> containers = {};
  std::vector<StaticPodForecast> static_pods = {};
};
using StepForecasts = std::vector<std::reference_wrapper<const StepForecast>>;

[[nodiscard]] Totals totals_of(const StepForecast& step);
/// Returns the totals of several steps, such as those of all kubelets to one release.
[[nodiscard]] Totals totals_of(const StepForecasts& steps);
/// A container restarts or may, or a static pod does not stay as it is.
[[nodiscard]] bool touches_any(const StepForecast& step);

/// Takes pods one after another, as many as there are, and answers for each step of each path. Equal to what a replay
/// of the same pods with a kubelet that is started again as another release does to their containers.
class Forecast {
 public:
  /// At least one path. What was observed on `node` is held against the release that its containers' kubelet is of.
  explicit Forecast(std::vector<Path> paths, ObservedNode node = {});

  /// A valid pod from `file`, of the form that manifests::stream_pods hands over. Its containers were started by a
  /// kubelet of the release `kubelet`; no value: by that of the paths' first releases. Appends a problem for each
  /// observed hash that this release does not compute. The forecast of a mirror pod is that of its static pod: of its
  /// manifest if that has been added before, else of what the mirror pod shows of it. `ready_since` is when the node of
  /// the pod became Ready, if known.
  void add_pod(const manifests::ManifestPod& found, const std::string& file, std::vector<api::Problem>& problems,
               std::optional<release::Release> kubelet = std::nullopt,
               std::optional<sim::Time> ready_since = std::nullopt);
  /// Answers for kubelets of this release, though no pod may be on them.
  void add_kubelet(release::Release kubelet) { static_cast<void>(paths_from(kubelet)); }
  /// A running container as the API server stores it, which is in no pod.
  void add_container(const nlohmann::json& container);
  /// Adds a manifest of `file`, at `mark`; `kubelet` as above.
  void add_static_pod(const nlohmann::json& manifest, const identity::StaticPodSource& source, const std::string& file,
                      api::Mark mark, std::optional<release::Release> kubelet = std::nullopt);
  /// All pods have been added: those of whom `owners` knows the owners' owners belong to these.
  void name_owners(const Owners& owners);

  /// For each kubelet that pods were started by, the oldest first, one for each step of each path, in their order.
  [[nodiscard]] StepForecasts steps() const;
  /// Returns, for each step of each path, the steps of all kubelets.
  [[nodiscard]] std::vector<StepForecasts> steps_by_path() const;
  /// Number of pods for each kubelet.
  [[nodiscard]] std::size_t steps_per_kubelet() const noexcept;
  [[nodiscard]] bool is_empty() const noexcept;
  /// Number of mirror pods whose static pods' manifests were not added.
  [[nodiscard]] int mirror_pods() const noexcept { return mirror_pods_; }
  [[nodiscard]] const HashVerification& verification() const noexcept { return verification_; }

 private:
  /// One of the paths, begun at the release of a kubelet that pods were started by.
  struct PathForecast {
    release::Release from;
    UpgradeEvaluator evaluator;
    Hops hops;
    std::vector<StepForecast> steps;
  };

  /// The paths begun at that release, valid until a release is added; no value: that of the paths themselves.
  [[nodiscard]] std::span<PathForecast> paths_from(std::optional<release::Release> kubelet);
  std::span<PathForecast> add_paths_from(release::Release kubelet, bool is_from_nodes);
  /// Makes containers share equal texts: a cluster has many containers and few texts.
  void share_texts(std::vector<ContainerForecast>& containers);

  std::vector<Path> paths_;
  HashVerification verification_;
  /// The oldest kubelet's first, and of one kubelet in the order of the paths.
  std::vector<PathForecast> forecasts_;
  memory::SharedTexts texts_;
  int mirror_pods_ = 0;
};

}  // namespace podreel::upgrade
