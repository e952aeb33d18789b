#include "engine/kubelet/admission/taints.hpp"

#include <algorithm>
#include <chrono>

#include "engine/api/json_member.hpp"

namespace podreel::kubelet {

namespace {

/// v1.Toleration.ToleratesTaint.
bool tolerates(const nlohmann::json& toleration, const Taint& taint) {
  const std::string effect = api::string_member(toleration, "effect");
  const std::string key = api::string_member(toleration, "key");
  if (!effect.empty() && effect != taint.effect) return false;
  if (!key.empty() && key != taint.key) return false;
  if (api::string_member(toleration, "operator") == "Exists") return true;
  return !key.empty() && api::string_member(toleration, "value") == taint.value;
}

bool tolerates(const api::PodSpec& spec, const Taint& taint) {
  if (spec.stored == nullptr) return false;
  bool is_tolerated = false;
  api::for_each_item(*spec.stored, "tolerations", [&](const nlohmann::json& toleration) {
    is_tolerated = is_tolerated || tolerates(toleration, taint);
  });
  return is_tolerated;
}

}  // namespace

std::optional<sim::Duration> tolerated_for(const api::PodSpec& spec, const Taint& taint) {
  if (!tolerates(spec, taint)) return sim::Duration{};
  std::optional<sim::Duration> shortest;
  api::for_each_item(*spec.stored, "tolerations", [&](const nlohmann::json& toleration) {
    const nlohmann::json* seconds = api::find_member(toleration, "tolerationSeconds");
    if (!tolerates(toleration, taint) || seconds == nullptr || !seconds->is_number_integer()) return;
    const std::chrono::seconds lasts{std::max<std::int64_t>(seconds->get<std::int64_t>(), 0)};
    if (!shortest || lasts < *shortest) shortest = lasts;
  });
  return shortest;
}

bool tolerates_execution(const api::PodSpec& spec, const std::vector<Taint>& taints) {
  return std::ranges::all_of(
      taints, [&spec](const Taint& taint) { return taint.effect != "NoExecute" || tolerates(spec, taint); });
}

bool tolerates_scheduling(const api::PodSpec& spec, const std::vector<Taint>& taints) {
  return std::ranges::all_of(
      taints, [&spec](const Taint& taint) { return taint.effect == "PreferNoSchedule" || tolerates(spec, taint); });
}

}  // namespace podreel::kubelet
