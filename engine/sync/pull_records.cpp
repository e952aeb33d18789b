#include "engine/sync/pull_records.hpp"

#include <algorithm>
#include <utility>

#include "engine/invariant.hpp"

namespace podreel::sync {

namespace {

/// mergePullSecrets: one login for each Secret, the newest.
void add_credential(std::vector<PullCredential>& credentials, const PullCredential& added) {
  std::erase_if(credentials, [&added](const PullCredential& known) {
    return known.secret == added.secret && known.uid == added.uid;
  });
  credentials.insert(std::ranges::upper_bound(credentials, added), added);
}

}  // namespace

void PullRecords::record_pulled(std::string_view reference, std::string_view repository, const PullCredential* used) {
  ImageAccess& access = pulled_[std::string{reference}][std::string{repository}];
  if (access.every_pod) return;
  if (used == nullptr) {
    access = {.every_pod = true, .credentials = {}};
  } else {
    add_credential(access.credentials, *used);
  }
  PODREEL_INVARIANT(access.every_pod == access.credentials.empty(),
                    "a pulled image is there for every pod, or for those with some credentials");
}

const ImageAccess* PullRecords::access(std::string_view reference, std::string_view repository) const {
  const auto record = pulled_.find(reference);
  if (record == pulled_.end()) return nullptr;
  const auto found = record->second.find(repository);
  return found == record->second.end() ? nullptr : &found->second;
}

void PullRecords::remove_record(std::string_view reference) {
  if (const auto found = pulled_.find(reference); found != pulled_.end()) pulled_.erase(found);
}

void PullRecords::add(const PullRecords& others) {
  intents_.insert(others.intents_.begin(), others.intents_.end());
  for (const auto& [reference, names] : others.pulled_) {
    for (const auto& [repository, access] : names) {
      if (access.every_pod) record_pulled(reference, repository, nullptr);
      for (const PullCredential& credential : access.credentials) record_pulled(reference, repository, &credential);
    }
  }
}

}  // namespace podreel::sync
