// Garbage collection of images that nobody uses.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/release/behaviour/looping.hpp"
#include "engine/runtime.hpp"
#include "engine/sim/task.hpp"
#include "engine/sync/pull_records.hpp"
#include "engine/sync/sync_dependencies.hpp"
#include "engine/timing/table.hpp"

namespace podreel::kubelet {

/// The fields of KubeletConfiguration.
struct ImageGcPolicy {
  /// imageGCHighThresholdPercent: how full the images' file system is when images are removed.
  std::int64_t high_threshold_percent = 85;
  /// imageGCLowThresholdPercent: how full it may be afterwards.
  std::int64_t low_threshold_percent = 80;
  /// imageMinimumGCAge: how long an image has been known that is removed.
  sim::Duration minimum_age = timing::image_minimum_gc_age;
  /// imageMaximumGCAge (KEP-4210): how long an image may be unused however much space there is; zero: for ever.
  sim::Duration maximum_age{};

  friend bool operator==(const ImageGcPolicy&, const ImageGcPolicy&) = default;
};

/// pkg/kubelet/images/image_gc_manager.go. An image is in use as long as there is a container of it, running or not.
/// Space that cannot be found is complained about once, and not every five minutes, while nothing changes.
class ImageGc {
 public:
  /// A maximum age holds where the release has it. `pull_records` must outlive the object.
  ImageGc(const sync::SyncDependencies& environment, ImageGcPolicy policy, sync::PullRecords& pull_records,
          sim::Time kubelet_started_at)
      : env_{environment}, policy_{policy}, pull_records_{pull_records}, kubelet_started_at_{kubelet_started_at} {
    if (!env_.behaviour.has(release::image_maximum_age)) policy_.maximum_age = {};
  }

  /// Whether it can ever have anything to do.
  [[nodiscard]] bool is_needed() const {
    return policy_.maximum_age > sim::Duration{} || env_.runtime.image_filesystem();
  }

  /// When the kubelet starts: what is there then has been there for long.
  sim::Task<> look_around();

  /// Once every `period`, but for the times that would find what the one before left. Returns whether time alone can
  /// bring the next one something to do.
  sim::Task<bool> collect(sim::Duration period);
  /// DeleteUnusedImages: those that have been there for long enough.
  sim::Task<> delete_unused();

 private:
  struct Record {
    memory::Text id{};
    std::int64_t size_bytes = 0;
    sim::Time first_detected{};
    sim::Time last_used{};
    bool is_in_use = false;
  };
  using Images = std::vector<runtime::ImageSummary>;

  /// No value if the runtime cannot say.
  sim::Task<std::optional<std::set<std::string, std::less<>>>> images_in_use();
  /// detectImages.
  void detect(const Images& images, const std::set<std::string, std::less<>>& used, sim::Time at,
              sim::Duration since_last);
  /// Unused images, those that have not been used for the longest time first.
  [[nodiscard]] std::vector<std::string> eviction_order() const;
  sim::Task<> remove_old();
  sim::Task<> free_space();
  sim::Task<bool> remove(std::string image);
  /// Number of bytes to be freed; 0 while the file system is not full.
  [[nodiscard]] std::int64_t missing_space() const;

  sync::SyncDependencies env_;
  ImageGcPolicy policy_;
  sync::PullRecords& pull_records_;
  sim::Time kubelet_started_at_;
  std::map<std::string, Record, std::less<>> records_;
};

}  // namespace podreel::kubelet
