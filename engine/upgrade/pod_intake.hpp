// Selects, for each pod, the kubelet that started it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/api/document.hpp"
#include "engine/manifests/workloads.hpp"
#include "engine/release/release.hpp"
#include "engine/upgrade/cluster_inventory.hpp"
#include "engine/upgrade/pod_deduplicator.hpp"

namespace podreel::upgrade {

struct IntakePod {
  manifests::ManifestPod pod;
  std::string file;
  /// No value: that of the question.
  std::optional<release::Release> kubelet;
  /// When the pod's node became Ready, if known.
  std::optional<sim::Time> ready_since = std::nullopt;
};

/// Pods come in any order with the nodes that they are on, and with the objects that keep them. Those of which it is
/// not known yet whether and of whom they are asked about wait, as short as they can be written.
class PodIntake {
 public:
  enum class Question : std::uint8_t {
    /// Applies to all pods, on any node.
    of_a_path,
    /// Uses the release of each pod's node; pods on unknown nodes use the named release.
    of_nodes_and_a_release,
    /// Uses the release of each pod's node.
    of_nodes,
  };

  explicit PodIntake(Question question = Question::of_a_path) : question_(question) {}

  void see(const manifests::SeenObject& seen, const std::string& file, std::vector<api::Problem>& problems);
  /// The pod, if it is known by now whom it is asked of. What an API server has stored may be there again, as in
  /// folders of must-gather; for any other pod that was there before appends a problem.
  [[nodiscard]] std::optional<IntakePod> resolve(manifests::ManifestPod found, const std::string& file,
                                                 std::vector<api::Problem>& problems);
  /// All has been seen: hands over those that have waited, in their order. Appends a problem for each node of which
  /// nothing is known, and for pods on none.
  void finish(const std::function<void(IntakePod)>& take, std::vector<api::Problem>& problems);

  [[nodiscard]] const ClusterInventory& cluster() const noexcept { return cluster_; }
  /// Sentences about what is not counted, and why, without a full stop. After finish().
  [[nodiscard]] std::vector<std::string> notes() const;

 private:
  struct Waiting {
    std::vector<std::uint8_t> pod;
    api::Mark mark;
    std::string path;
    std::string owner;
    bool is_template_stored;
    std::string file;
  };
  /// Pods that cannot be answered for, for one reason.
  struct Unanswered {
    std::size_t count = 0;
    api::Problem first{};
    std::string first_pod{};
  };

  [[nodiscard]] bool has_to_wait(const manifests::ManifestPod& found, const std::string& node) const;
  void wait(manifests::ManifestPod found, const std::string& file);
  void ask(manifests::ManifestPod found, const std::string& file, const std::function<void(IntakePod)>& take);
  void report_unanswered(std::vector<api::Problem>& problems) const;

  Question question_;
  PodDeduplicator seen_;
  /// Pods that an API server has stored.
  std::set<std::string, std::less<>> uids_;
  std::size_t pods_again_ = 0;
  ClusterInventory cluster_;
  std::vector<Waiting> waiting_;
  /// Nodes, not seen so far, whose pods were counted with the named release.
  std::set<std::string, std::less<>> taken_for_named_;
  /// By node; "" for pods on none.
  std::map<std::string, Unanswered> unanswered_;
  std::size_t templates_left_out_ = 0;
  std::size_t pods_without_kubelet_ = 0;
};

}  // namespace podreel::upgrade
