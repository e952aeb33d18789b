#include "engine/upgrade/matrix.hpp"

#include <nlohmann/json.hpp>

#include "engine/types/defaults.hpp"
#include "engine/upgrade/pod_object.hpp"

namespace podreel::upgrade {

Matrix::Matrix() : releases_(release::simulated_releases()) {
  for (const release::Release release : releases_) hashers_.emplace_back(release);
  changed_.assign(releases_.size(), std::vector<int>(releases_.size(), 0));
}

void Matrix::add_container(const nlohmann::json& container) {
  std::vector<std::uint64_t> hashes;
  for (const identity::ContainerHasher& hasher : hashers_) hashes.push_back(hasher.hash(container));
  for (std::size_t from = 0; from < hashes.size(); ++from) {
    for (std::size_t to = 0; to < hashes.size(); ++to) {
      if (hashes[from] != hashes[to]) ++changed_[from][to];
    }
  }
  ++containers_;
}

void Matrix::add_pod(const nlohmann::json& pod) {
  nlohmann::json stored = pod;
  if (!is_stored(pod)) types::apply_pod_defaults(stored, releases_.back());
  for (const nlohmann::json& container : stored.at("spec").at("containers")) add_container(container);
}

}  // namespace podreel::upgrade
