#include "engine/apiserver/pod_patch.hpp"

#include <fmt/format.h>
#include <utility>

#include "engine/apiserver/strategic_merge.hpp"
#include "engine/apiserver/update_validation.hpp"
#include "engine/release/behaviour/resizing.hpp"
#include "engine/types/validate.hpp"

namespace podreel::apiserver {

namespace {

std::string located(const std::string& path, const std::string& message) {
  return path.empty() ? message : fmt::format("{}: {}", path, message);
}

std::vector<std::string> invalid_parts(const nlohmann::json& pod) {
  std::vector<api::Problem> problems;
  types::validate_pod(api::to_tree(pod), "", "", problems);
  std::vector<std::string> messages;
  for (const api::Problem& problem : problems) messages.push_back(located(problem.path, problem.message));
  return messages;
}

}  // namespace

std::variant<nlohmann::json, PatchRefusal> patched(const nlohmann::json& object, const nlohmann::json& patch,
                                                   const StoredSpecs& specs, bool force) {
  auto merged = strategic_merge(object, patch);
  if (const PatchError* error = std::get_if<PatchError>(&merged)) {
    return PatchRefusal{true, {located(error->path, error->message)}};
  }
  nlohmann::json& result = std::get<nlohmann::json>(merged);
  if (std::vector<std::string> messages = invalid_parts(result); !messages.empty()) {
    return PatchRefusal{true, std::move(messages)};
  }
  result["spec"] = specs.defaulted(std::move(result["spec"]));
  if (force) return std::move(result);
  const bool resizes = specs.behaviour().has(release::resize_by_pod_update);
  if (auto why = find_update_refusal(object, result, resizes)) return PatchRefusal{false, {*std::move(why)}};
  return std::move(result);
}

}  // namespace podreel::apiserver
