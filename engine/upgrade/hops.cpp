#include "engine/upgrade/hops.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <string_view>

#include "engine/api/cursor.hpp"
#include "engine/api/timestamp.hpp"
#include "engine/release/behaviour/deciding.hpp"
#include "engine/release/version_skew.hpp"
#include "engine/upgrade/pod_object.hpp"

namespace podreel::upgrade {

namespace {

using api::Cursor;
using nlohmann::json;

bool has_sidecar(const json& pod) {
  bool has_one = false;
  Cursor{pod}["spec"]["initContainers"].for_each_item([&](const Cursor& container, std::size_t) {
    has_one = has_one || container["restartPolicy"].text() == "Always";
  });
  return has_one;
}

/// Calls `use` with the status of each container of the pod and with its kind.
template <class Use>
void for_each_status(const json& pod, const Use& use) {
  for (const ContainerList& list : container_lists) {
    Cursor{pod}["status"][list.statuses].for_each_item(
        [&](const Cursor& status, std::size_t) { use(status, list.kind); });
  }
}

std::optional<sim::Time> running_since(const json& pod, const ContainerForecast& container) {
  std::optional<sim::Time> since;
  for_each_status(pod, [&](const Cursor& status, api::ContainerKind kind) {
    if (kind != container.kind || status["name"].text() != container.container.view()) return;
    since = api::parse_timestamp(status["state"]["running"]["startedAt"].text());
  });
  return since;
}

bool leaves_sidecars_alone(release::Release release, const Path& path) {
  const release::Behaviour behaviour = release::behaviour_of(release, path.gates);
  return behaviour.has(release::sidecars) && !behaviour.has(release::changed_sidecar_restarted);
}

}  // namespace

std::optional<std::string> sign_of_age(const json& pod, const ContainerForecast& container,
                                       std::optional<sim::Time> ready_since) {
  const std::optional<sim::Time> since = running_since(pod, container);
  if (!since) return std::nullopt;
  const std::string runs = fmt::format("it runs since {}", api::format_timestamp(*since));
  if (ready_since && *since < *ready_since) {
    return fmt::format("{}, and the node became Ready at {}", runs, api::format_timestamp(*ready_since));
  }
  std::optional<std::string> sign;
  for_each_status(pod, [&](const Cursor& status, api::ContainerKind) {
    const auto ended = api::parse_timestamp(status["lastState"]["terminated"]["finishedAt"].text());
    if (sign || !ended || *ended <= *since) return;
    sign = fmt::format("{}, and {} restarted at {}", runs, status["name"].text(), api::format_timestamp(*ended));
  });
  return sign;
}

Hops::Hops(const Path& path) : from_(path.releases.front()) {
  Path continued = path;
  newer_ = release::simulated_after(path.releases.back());
  continued.releases.insert(continued.releases.end(), newer_.begin(), newer_.end());
  if (!newer_.empty()) continued_.emplace(std::move(continued));
  if (!leaves_sidecars_alone(from_, path)) return;
  for (const release::Release older : release::simulated_before(from_)) {
    if (!release::behaviour_of(older, path.gates).has(release::sidecars)) continue;
    Path from_older = path;
    from_older.releases.insert(from_older.releases.begin(), older);
    from_older_.emplace_back(std::move(from_older));
  }
}

void Hops::complete(const manifests::ManifestPod& found, const std::string& file, const StoredHashes& observed,
                    std::optional<sim::Time> ready_since, Steps& steps) {
  if (steps.empty() || !has_sidecar(found.pod)) return;
  look_back(found, file, ready_since, steps);
  look_ahead(found, file, observed, steps);
}

void Hops::look_back(const manifests::ManifestPod& found, const std::string& file, std::optional<sim::Time> ready_since,
                     Steps& steps) {
  std::vector<std::optional<std::string>> signs;
  for (const ContainerForecast& container : steps.front()) {
    signs.push_back(container.is_observed ? std::nullopt : sign_of_age(found.pod, container, ready_since));
  }
  if (std::ranges::none_of(signs, [](const auto& sign) { return sign.has_value(); })) return;
  for (UpgradeEvaluator& evaluator : from_older_) {
    const Steps older = evaluator.evaluate(found, file);
    for (std::size_t place = 0; place < signs.size(); ++place) {
      if (!signs[place] || older.front()[place].effect != Effect::left_alone) continue;
      for (std::size_t step = 0; step < steps.size(); ++step) {
        ContainerForecast& container = steps[step][place];
        if (older[step + 1][place].effect != Effect::restarts || container.effect == Effect::restarts) continue;
        const std::string before = minor_string(evaluator.path().releases.front());
        container = older[step + 1][place];
        container.effect = Effect::may_restart;
        container.rule = fmt::format("its hash may be that of {} or older: {} restarts no changed sidecars", before,
                                     minor_string(from_));
        container.detail = *signs[place];
        signs[place].reset();
        break;
      }
    }
  }
}

void Hops::look_ahead(const manifests::ManifestPod& found, const std::string& file, const StoredHashes& observed,
                      Steps& steps) {
  std::vector<ContainerForecast>& last = steps.back();
  const auto is_kept = [](const ContainerForecast& container) { return container.effect == Effect::left_alone; };
  if (!continued_ || std::ranges::none_of(last, is_kept)) return;
  const Steps all = continued_->evaluate(found, file, observed);
  for (std::size_t place = 0; place < last.size(); ++place) {
    if (!is_kept(last[place])) continue;
    for (std::size_t hop = 0; hop < newer_.size(); ++hop) {
      if (all[steps.size() + hop][place].effect != Effect::restarts) continue;
      last[place].restarts_at = newer_[hop];
      break;
    }
  }
}

}  // namespace podreel::upgrade
