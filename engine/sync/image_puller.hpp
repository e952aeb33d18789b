// Getting the image of a container onto the node: kubelet's image manager.
#pragma once

#include <boost/system/result.hpp>
#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engine/memory/text_map.hpp"
#include "engine/runtime.hpp"
#include "engine/sim/semaphore.hpp"
#include "engine/sync/back_off_finding.hpp"
#include "engine/sync/backoff.hpp"
#include "engine/sync/pod_sync_result.hpp"
#include "engine/sync/pull_records.hpp"
#include "engine/sync/pull_verification.hpp"
#include "engine/sync/sync_dependencies.hpp"
#include "engine/sync/token_bucket.hpp"
#include "engine/timing/table.hpp"
#include "engine/timing/timing.hpp"

namespace podreel::sync {

struct PresentImage {
  /// The runtime's reference (CRI ImageStatus.id).
  memory::Text reference;
};

/// The image, or why the container cannot start: the failure's error is one of `reason`'s texts.
using EnsuredImage = boost::system::result<PresentImage, SyncFailure>;

/// EnsureImageExists (pkg/kubelet/images/image_manager.go): pull policies, back-off per pod and image, one pull at a
/// time (or up to maxParallelImagePulls) over all pods of the node, and their events. State of the kubelet process,
/// except for the records.
class ImagePuller {
 public:
  struct Options {
    /// KubeletConfiguration.serializeImagePulls: all pulls of the node are made one after another.
    bool serialize_pulls = true;
    /// KubeletConfiguration.maxParallelImagePulls where pulls are not serialised (1.27, KEP-3673); 0: no limit.
    std::size_t parallel_pulls_max = 0;
    /// KubeletConfiguration.registryPullQPS and registryBurst.
    Rate registry{};
    /// Limits of the back-off after failed pulls; 0 < initial <= maximum.
    sim::Duration backoff_initial = timing::backoff_first;
    sim::Duration backoff_maximum = timing::backoff_max;
    /// For images that are present.
    PullVerification verification{};
    /// Returns the credentials of a pod's Secrets for an image, in the order in which they are tried; null: none.
    std::function<std::vector<PullCredential>(const api::Pod& pod, std::string_view image)> credentials{};
  };

  /// All must outlive the puller.
  ImagePuller(const SyncDependencies& environment, PullRecords& records, Options options);

  /// Completes when the image is there, or when it is clear that it will not be. `container` is one of `pod`'s.
  /// `back_offs`, if not null: what the back-off says is appended; it must outlive the wait.
  [[nodiscard]] sim::Task<EnsuredImage> ensure_image(api::PodPtr pod, const api::Container& container,
                                                     BackOffFindings* back_offs = nullptr);
  /// Gets the image of a volume of `pod`.
  [[nodiscard]] sim::Task<EnsuredImage> ensure_volume_image(api::PodPtr pod, std::string image, api::PullPolicy policy);

 private:
  /// An image that a container or volume needs.
  struct Request {
    api::PodPtr pod;
    /// As the spec has it.
    std::string given;
    api::PullPolicy policy;
    /// Empty for a volume.
    std::string container{};
    /// With tag or digest.
    memory::Text image{};
    BackOffFindings* back_offs = nullptr;

    [[nodiscard]] std::string backoff_key() const { return pod->metadata.uid + "_" + given; }
  };
  struct Pulled {
    memory::Text reference;
    /// No value: without credentials.
    std::optional<PullCredential> used{};
  };

  [[nodiscard]] sim::Task<EnsuredImage> ensure(Request request);
  /// imagePullPrecheck: the image where it is present and the policy asks for that, or no value.
  [[nodiscard]] sim::Task<boost::system::result<std::optional<PresentImage>, SyncFailure>> look_up(
      const Request& request);
  /// The credentials that the pod has to show do not allow it the image that is present.
  [[nodiscard]] bool must_pull(const Request& request, const PresentImage& image);
  [[nodiscard]] std::vector<PullCredential> credentials_of(const Request& request) const;

  [[nodiscard]] sim::Task<EnsuredImage> pull(const Request& request);
  /// Waits for the time that the kubelet itself takes.
  [[nodiscard]] sim::Task<> spend(const timing::Spread& spread);
  /// Unless too many were pulled just now (throttledImageService).
  [[nodiscard]] sim::Task<runtime::Result<Pulled>> query_registry(const Request& request);
  /// Tries the pod's credentials one after another (kuberuntime's PullImage).
  [[nodiscard]] sim::Task<runtime::Result<Pulled>> pull_with_credentials(const Request& request);
  void record_intent(const Request& request);
  /// RecordImagePulled or RecordImagePullFailed.
  void record_end(const Request& request, const runtime::Result<Pulled>& pulled);
  [[nodiscard]] EnsuredImage invalid_name(const Request& request, const runtime::Error& error);
  [[nodiscard]] EnsuredImage inspect_failed(const Request& request, const runtime::Error& error);
  [[nodiscard]] EnsuredImage present(const Request& request, PresentImage image);
  [[nodiscard]] EnsuredImage never_pulled(const Request& request);
  [[nodiscard]] EnsuredImage backing_off(const Request& request);
  [[nodiscard]] EnsuredImage pull_failed(const Request& request, const runtime::Error& error);
  [[nodiscard]] SyncFailure pull_failure(const Request& request, const runtime::Error& error) const;
  /// Adds the state of the back-off, if findings are wanted.
  void note_back_off(const Request& request) const;
  void record_event(const Request& request, EventType type, std::string_view reason, std::string message);

  SyncDependencies env_;
  PullRecords& records_;
  timing::Stream pull_times_;
  PullVerification verification_;
  std::function<std::vector<PullCredential>(const api::Pod& pod, std::string_view image)> credentials_;
  /// The images of this kubelet's pulls that are under way.
  std::multiset<std::string, std::less<>> under_way_;
  Backoff backoff_;
  sim::Semaphore slots_;
  TokenBucket registry_;
  /// With tag or digest, by what containers say; those that are references.
  memory::TextMap<memory::Text> complete_names_;
  /// By back-off key: "ErrImagePull: …" of the last failed pull.
  std::map<std::string, std::string, std::less<>> last_errors_;
};

}  // namespace podreel::sync
