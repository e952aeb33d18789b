#include "engine/kubelet/admission/taints.hpp"

#include <algorithm>

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

bool tolerates_execution(const api::PodSpec& spec, const std::vector<Taint>& taints) {
  return std::ranges::all_of(
      taints, [&spec](const Taint& taint) { return taint.effect != "NoExecute" || tolerates(spec, taint); });
}

bool tolerates_scheduling(const api::PodSpec& spec, const std::vector<Taint>& taints) {
  return std::ranges::all_of(
      taints, [&spec](const Taint& taint) { return taint.effect == "PreferNoSchedule" || tolerates(spec, taint); });
}

}  // namespace podreel::kubelet
