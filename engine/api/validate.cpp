#include "engine/api/validate.hpp"

#include <algorithm>
#include <tuple>

#include "engine/api/pod_rules.hpp"
#include "engine/api/problem_list.hpp"
#include "engine/api/schema.hpp"
#include "engine/api/schema_check.hpp"
#include "engine/api/tree_access.hpp"

namespace podreel::api {

namespace {

/// Problems in the order of the text, whichever check found them.
void sort_from(std::vector<Problem>& problems, std::size_t first) {
  const auto position = [](const Problem& problem) { return std::tuple{problem.mark.line, problem.mark.column}; };
  std::ranges::stable_sort(problems.begin() + static_cast<std::ptrdiff_t>(first), problems.end(), {}, position);
}

void check_spec(const Tree& pod, const std::vector<std::string_view>& claimed_volumes, const std::string& path,
                ProblemList& list) {
  const Tree* spec = value_of(pod, "spec");
  if (spec && spec->kind == Tree::Kind::map) check_pod_rules(*spec, claimed_volumes, path_to_key(path, "spec"), list);
}

void check_name(const Tree& pod, const std::string& path, ProblemList& list) {
  if (pod.kind != Tree::Kind::map) return;
  const Tree* metadata = value_of(pod, "metadata");
  if (metadata && (!text_of(*metadata, "name").empty() || !text_of(*metadata, "generateName").empty())) return;
  list.add(metadata ? metadata->mark : pod.mark, path_to_key(path_to_key(path, "metadata"), "name"),
           "required, but missing");
}

}  // namespace

void validate_pod(const Tree& pod, const std::string& file, const std::string& path, std::vector<Problem>& problems) {
  const std::size_t first = problems.size();
  ProblemList list{file, problems};
  check_object(pod, object_type("Pod"), path, list);
  check_name(pod, path, list);
  check_spec(pod, {}, path, list);
  sort_from(problems, first);
}

void validate_pod_template(const Tree& pod_template, const std::vector<std::string_view>& claimed_volumes,
                           const std::string& file, const std::string& path, std::vector<Problem>& problems) {
  const std::size_t first = problems.size();
  ProblemList list{file, problems};
  check_object(pod_template, object_type("PodTemplateSpec"), path, list);
  check_spec(pod_template, claimed_volumes, path, list);
  sort_from(problems, first);
}

void validate_container(const Tree& container, const std::string& file, const std::string& path,
                        std::vector<Problem>& problems) {
  const std::size_t first = problems.size();
  ProblemList list{file, problems};
  check_object(container, object_type("EphemeralContainer"), path, list);
  if (container.kind == Tree::Kind::map) {
    check_container_rules(container, ContainerRole::regular, nullptr, path, list);
  }
  sort_from(problems, first);
}

}  // namespace podreel::api
