#include "engine/sync/pull_verification.hpp"

#include <algorithm>
#include <cstddef>

namespace podreel::sync {

namespace {

/// writeRecordWhileMatchingLimit: a record with more Secrets is not extended without a pull.
constexpr std::size_t extended_credentials_max = 100;

bool is_allowlisted(const std::vector<std::string>& allowlist, std::string_view repository) {
  return std::ranges::any_of(allowlist, [repository](std::string_view pattern) {
    if (!pattern.ends_with("/*")) return repository == pattern;
    pattern.remove_suffix(1);
    return repository.starts_with(pattern);
  });
}

bool is_verified(const PullVerification& verification, std::string_view repository, bool is_pulled_by_kubelet) {
  switch (verification.verified) {
    case VerifiedImages::none:
      return false;
    case VerifiedImages::not_preloaded:
      return is_pulled_by_kubelet;
    case VerifiedImages::not_allowlisted:
      return !is_allowlisted(verification.allowlist, repository);
    case VerifiedImages::all:
      break;
  }
  return true;
}

enum class Match : std::uint8_t { none, exact, extends };

Match match(const PullCredential& own, const ImageAccess& access) {
  const bool may_extend = access.credentials.size() < extended_credentials_max;
  for (const PullCredential& known : access.credentials) {
    const bool same_secret = own.secret == known.secret && own.uid == known.uid;
    if (own.login == known.login) return same_secret || !may_extend ? Match::exact : Match::extends;
    if (same_secret && may_extend) return Match::extends;
  }
  return Match::none;
}

}  // namespace

bool must_pull_present_image(PullRecords& records, const PullVerification& verification,
                             const PresentImageRequest& request,
                             const std::function<std::vector<PullCredential>()>& credentials) {
  const bool is_pulled_by_kubelet = records.has_record(request.reference) || records.has_intent(request.image);
  if (!is_verified(verification, request.repository, is_pulled_by_kubelet)) return false;
  const ImageAccess* access = records.access(request.reference, request.repository);
  if (access == nullptr) return true;
  if (access->every_pod) return false;
  for (const PullCredential& own : credentials()) {
    const Match found = match(own, *access);
    if (found == Match::extends) records.record_pulled(request.reference, request.repository, &own);
    if (found != Match::none) return false;
  }
  return true;
}

}  // namespace podreel::sync
