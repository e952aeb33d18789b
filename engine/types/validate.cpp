#include "engine/types/validate.hpp"

#include <algorithm>
#include <tuple>

#include "engine/api/problem_list.hpp"
#include "engine/types/check.hpp"
#include "engine/types/pod_rules.hpp"

namespace podreel::types {

namespace {

/// Problems in the order of the text, whichever check found them.
void sort_from(std::vector<api::Problem>& problems, std::size_t first) {
  const auto position = [](const api::Problem& problem) { return std::tuple{problem.mark.line, problem.mark.column}; };
  std::ranges::stable_sort(problems.begin() + static_cast<std::ptrdiff_t>(first), problems.end(), {}, position);
}

void check_spec(const api::Cursor& pod, const std::vector<std::string_view>& claimed_volumes, const std::string& path,
                api::ProblemList& list) {
  PodValidator validator{list};
  const api::Cursor spec = pod["spec"];
  if (spec.is_map()) check_pod_rules(spec, claimed_volumes, api::path_to_key(path, "spec"), validator);
}

void check_name(const api::Cursor& object, const std::string& path, api::ProblemList& list) {
  if (!object.is_map()) return;
  const api::Cursor metadata = object["metadata"];
  if (!metadata["name"].text().empty() || !metadata["generateName"].text().empty()) return;
  list.add((metadata ? metadata : object).mark(), api::path_to_key(api::path_to_key(path, "metadata"), "name"),
           "required, but missing");
}

/// The type with the fields of all releases.
const Type& any_release(std::string_view id) {
  return Catalogue::built_in().get(Api::v1, {}, id);
}

}  // namespace

void validate_pod(const api::Tree& pod, const std::string& file, const std::string& path,
                  std::vector<api::Problem>& problems, std::vector<api::Problem>* unknown_fields) {
  const std::size_t first = problems.size();
  api::ProblemList list{file, problems, unknown_fields};
  check_object(pod, any_release("Pod"), path, list);
  check_name(pod, path, list);
  check_spec(pod, {}, path, list);
  sort_from(problems, first);
}

void validate_pod_template(const api::Tree& pod_template, const std::vector<std::string_view>& claimed_volumes,
                           const std::string& file, const std::string& path, std::vector<api::Problem>& problems,
                           std::vector<api::Problem>* unknown_fields) {
  const std::size_t first = problems.size();
  api::ProblemList list{file, problems, unknown_fields};
  check_object(pod_template, any_release("PodTemplateSpec"), path, list);
  check_spec(pod_template, claimed_volumes, path, list);
  sort_from(problems, first);
}

void validate_metadata(const api::Tree& object, const std::string& file, const std::string& path,
                       std::vector<api::Problem>& problems) {
  const std::size_t first = problems.size();
  api::ProblemList list{file, problems};
  if (const api::Cursor metadata = api::Cursor{object}["metadata"]) {
    check_object(metadata, any_release("meta.ObjectMeta"), api::path_to_key(path, "metadata"), list);
  }
  check_name(object, path, list);
  sort_from(problems, first);
}

void validate_selector(const api::Tree& selector, const std::string& file, const std::string& path,
                       std::vector<api::Problem>& problems) {
  const std::size_t first = problems.size();
  api::ProblemList list{file, problems};
  check_object(api::Cursor{selector}, any_release("meta.LabelSelector"), path, list);
  sort_from(problems, first);
}

void validate_container(const api::Tree& container, const std::string& file, const std::string& path,
                        std::vector<api::Problem>& problems) {
  const std::size_t first = problems.size();
  api::ProblemList list{file, problems};
  check_object(container, any_release("EphemeralContainer"), path, list);
  PodValidator validator{list};
  if (api::Cursor{container}.is_map()) ContainerRules{ContainerRole::regular, {}, validator}.check(container, path);
  sort_from(problems, first);
}

}  // namespace podreel::types
