// Pulls that were begun: what of them a kubelet leaves to the next.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>

namespace podreel::sync {

/// The kubelet's ImagePullIntent files (pkg/kubelet/images/pullmanager, KEP-2535): images, with tag or digest, whose
/// pull was begun and has not ended. They outlive the kubelet, and nobody knows what such an image was pulled with: it
/// is pulled again although it is there by now.
class PullIntents {
 public:
  void record(std::string_view image) { images_.emplace(image); }
  void remove(std::string_view image) {
    if (const auto found = images_.find(image); found != images_.end()) images_.erase(found);
  }
  void add(const PullIntents& others) { images_.insert(others.images_.begin(), others.images_.end()); }
  [[nodiscard]] bool contains(std::string_view image) const { return images_.contains(image); }

 private:
  std::set<std::string, std::less<>> images_;
};

}  // namespace podreel::sync
