// A kubelet's files about pulls: those that were begun, and the credentials of those that ended.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace podreel::sync {

/// A Secret's credentials for a registry (TrackedAuthConfig).
struct PullCredential {
  /// "namespace/name" of the Secret.
  std::string secret;
  /// Identity of the Secret among others of its name.
  std::string uid;
  /// User and password; upstream keeps a hash of them.
  std::string login;

  friend auto operator<=>(const PullCredential&, const PullCredential&) = default;
};

/// The pods that may use an image that was pulled (ImagePullCredentials).
struct ImageAccess {
  /// It was pulled without credentials, so every pod of the node may.
  bool every_pod = false;
  /// In order.
  std::vector<PullCredential> credentials;
};

/// The kubelet's files ImagePullIntent and ImagePulledRecord (pkg/kubelet/images/pullmanager, KEP-2535). They outlive
/// the kubelet. An image with an intent and without a record was pulled with unknown credentials. Images have tag or
/// digest, repositories have none; a reference is the runtime's own (CRI ImageStatus.id).
class PullRecords {
 public:
  void record_intent(std::string_view image) { intents_.emplace(image); }
  void remove_intent(std::string_view image) {
    if (const auto found = intents_.find(image); found != intents_.end()) intents_.erase(found);
  }
  [[nodiscard]] bool has_intent(std::string_view image) const { return intents_.contains(image); }

  /// `used` is null if the image was pulled without credentials.
  void record_pulled(std::string_view reference, std::string_view repository, const PullCredential* used);
  [[nodiscard]] bool has_record(std::string_view reference) const { return pulled_.contains(reference); }
  /// Null if nothing is known of the image under this name.
  [[nodiscard]] const ImageAccess* access(std::string_view reference, std::string_view repository) const;
  /// PruneUnknownRecords: the image was removed.
  void remove_record(std::string_view reference);

  /// Adds the files of another node.
  void add(const PullRecords& others);

 private:
  std::set<std::string, std::less<>> intents_;
  /// By reference, and then by repository.
  std::map<std::string, std::map<std::string, ImageAccess, std::less<>>, std::less<>> pulled_;
};

}  // namespace podreel::sync
