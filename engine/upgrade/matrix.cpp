#include "engine/upgrade/matrix.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "engine/types/defaults.hpp"
#include "engine/upgrade/pod_object.hpp"
#include "engine/upgrade/static_pod_forecast.hpp"

namespace podreel::upgrade {

Matrix::Matrix() : Matrix{release::simulated_releases()} {}

Matrix::Matrix(std::vector<release::Release> releases) : releases_(std::move(releases)) {
  for (const release::Release release : releases_) hashers_.emplace_back(release);
  changed_.assign(releases_.size(), std::vector<int>(releases_.size(), 0));
  touched_ = changed_;
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
  if (!is_stored(pod)) types::apply_pod_defaults(stored, std::ranges::max(releases_));
  for (const nlohmann::json& container : stored.at("spec").at("containers")) add_container(container);
}

void Matrix::add_static_pod(const nlohmann::json& manifest, const identity::StaticPodSource& source) {
  for (std::size_t from = 0; from < releases_.size(); ++from) {
    for (std::size_t to = 0; to < releases_.size(); ++to) {
      if (from == to) continue;
      if (is_touched(forecast_static_pod(manifest, source, {releases_[from], releases_[to]}))) ++touched_[from][to];
    }
  }
  ++static_pods_;
}

}  // namespace podreel::upgrade
