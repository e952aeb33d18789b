#include "scenarios/simulation/rollout.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <utility>

#include "engine/api/pod_readiness.hpp"
#include "engine/api/timestamp.hpp"
#include "engine/invariant.hpp"
#include "engine/manifests/generated_name.hpp"
#include "engine/timing/table.hpp"
#include "runtime_fake/glob.hpp"

namespace podreel::simulation {

namespace {

using actions::RolloutStrategy;
using nlohmann::json;

constexpr const char* restarted_at = "kubectl.kubernetes.io/restartedAt";
/// maxSurge and maxUnavailable of a Deployment are 25%, rounded up and down.
constexpr std::size_t quarter = 4;

/// Compares names with equal stems by number: StatefulSets are updated from the last ordinal down.
bool has_higher_ordinal(std::string_view left, std::string_view right) {
  return left.size() == right.size() ? left > right : left.size() > right.size();
}

}  // namespace

Rollout::Rollout(const sim::Process& context, timing::Timing& timing, apiserver::ApiServer& server,
                 RolloutStrategy strategy)
    : context_{context},
      server_{server},
      strategy_{strategy},
      work_{timing.stream(timing::Site::control_plane, "rollout")} {}

void Rollout::begin(std::string_view pods) {
  for (const api::PodPtr& pod : server_.list()) {
    std::string name = api::full_name(*pod);
    if (!runtime_fake::glob_matches_pod(pods, name) || pod->is_mirror() || pod->metadata.deletion_timestamp) continue;
    replaced_.push_back({std::move(name), successor_of(*pod), manifest_of(*pod)});
  }
  if (strategy_ == RolloutStrategy::stateful_set) std::ranges::sort(replaced_, has_higher_ordinal, &Replaced::name);
  pod_changed();
}

std::string Rollout::successor_of(const api::Pod& pod) const {
  const std::string name = api::full_name(pod);
  if (strategy_ == RolloutStrategy::stateful_set) return name;
  const std::string_view stem = std::string_view{name}.substr(0, name.rfind('-'));
  return fmt::format("{}-{}", stem, manifests::name_suffix(name + "/" + restarted_at));
}

api::Manifest Rollout::manifest_of(const api::Pod& pod) const {
  const json printed = server_.printed(pod);
  json metadata{{"annotations", json::object()}};
  for (const char* kept : {"labels", "annotations"}) {
    if (printed["metadata"].contains(kept)) metadata[kept] = printed["metadata"][kept];
  }
  metadata["annotations"][restarted_at] = api::format_timestamp(context_.now());
  return std::make_shared<const json>(
      json{{"apiVersion", "v1"}, {"kind", "Pod"}, {"metadata", std::move(metadata)}, {"spec", printed["spec"]}});
}

void Rollout::pod_changed() {
  const bool is_done =
      std::ranges::all_of(replaced_, &Replaced::is_succeeded) && std::ranges::all_of(replaced_, &Replaced::is_deleted);
  if (is_done || std::exchange(is_looking_, true)) return;
  context_.after(work_.draw(timing::controller_work), [this] {
    is_looking_ = false;
    look();
  });
}

void Rollout::look() {
  if (!server_.is_up()) return;
  if (strategy_ == RolloutStrategy::deployment) {
    continue_with_surge();
  } else {
    continue_in_order();
  }
}

void Rollout::continue_with_surge() {
  const std::size_t wanted = replaced_.size();
  const std::size_t maximum = wanted + (wanted + quarter - 1) / quarter;
  const std::size_t min_ready = wanted - wanted / quarter;
  std::size_t there = 0;
  std::size_t ready = 0;
  for (const Replaced& replaced : replaced_) {
    there += (replaced.is_deleted ? 0 : 1) + (replaced.is_succeeded ? 1 : 0);
    ready += (!replaced.is_deleted && is_ready(replaced.name) ? 1 : 0) + (is_ready(replaced.successor) ? 1 : 0);
  }
  for (Replaced& replaced : replaced_) {
    if (replaced.is_deleted) continue;
    const bool counts = is_ready(replaced.name);
    if (counts && ready <= min_ready) continue;
    if (counts) --ready;
    --there;
    remove(replaced);
  }
  for (Replaced& replaced : replaced_) {
    if (replaced.is_succeeded || there == maximum) continue;
    ++there;
    succeed(replaced);
  }
}

void Rollout::continue_in_order() {
  for (Replaced& replaced : replaced_) {
    if (!replaced.is_deleted) return remove(replaced);
    if (!replaced.is_succeeded) {
      if (server_.find(replaced.name) != nullptr) return;
      succeed(replaced);
    }
    if (!is_ready(replaced.successor)) return;
  }
}

void Rollout::remove(Replaced& replaced) {
  PODREEL_INVARIANT(!replaced.is_deleted, "a pod is deleted once");
  replaced.is_deleted = true;
  if (server_.find(replaced.name) != nullptr) server_.request_deletion(replaced.name, std::nullopt);
}

void Rollout::succeed(Replaced& replaced) {
  PODREEL_INVARIANT(!replaced.is_succeeded, "a pod has one successor");
  replaced.is_succeeded = true;
  server_.create(replaced.successor, replaced.manifest);
}

bool Rollout::is_ready(const std::string& name) const {
  const api::PodPtr pod = server_.find(name);
  return pod != nullptr && api::is_ready(*pod);
}

}  // namespace podreel::simulation
