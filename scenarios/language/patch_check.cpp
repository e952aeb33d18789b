#include "scenarios/language/patch_check.hpp"

#include <fmt/format.h>

#include "engine/api/validate.hpp"
#include "scenarios/language/strategic_merge.hpp"

namespace podreel::language {

namespace {

std::string located(const std::string& path, const std::string& message) {
  return path.empty() ? message : fmt::format("{}: {}", path, message);
}

/// What is wrong with a pod that is only known as a tree.
std::vector<std::string> invalid_parts(const nlohmann::json& pod) {
  const api::LoadedFile loaded = api::load_documents(pod.dump(), "");
  std::vector<api::Problem> problems = loaded.problems;
  if (!loaded.documents.empty()) api::validate_pod(loaded.documents.front(), "", "", problems);
  std::vector<std::string> messages;
  for (const api::Problem& problem : problems) messages.push_back(located(problem.path, problem.message));
  return messages;
}

}  // namespace

std::vector<std::string> PatchCheck::patched(const PatchPod& patch) {
  const auto found = objects_.find(patch.pod);
  if (found == objects_.end()) return {};
  std::variant<nlohmann::json, PatchError> result = strategic_merge(*found->second, patch.patch);
  if (const PatchError* error = std::get_if<PatchError>(&result)) return {located(error->path, error->message)};
  nlohmann::json& object = std::get<nlohmann::json>(result);
  std::vector<std::string> messages = invalid_parts(object);
  if (messages.empty()) found->second = std::make_shared<const nlohmann::json>(std::move(object));
  return messages;
}

}  // namespace podreel::language
