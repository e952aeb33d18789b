#include "engine/upgrade/pod_intake.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <utility>

#include "engine/api/counted.hpp"
#include "engine/api/json_member.hpp"
#include "engine/manifests/pod_name.hpp"
#include "engine/upgrade/pod_object.hpp"

namespace podreel::upgrade {

using nlohmann::json;

void PodIntake::see(const manifests::SeenObject& seen, const std::string& file, std::vector<api::Problem>& problems) {
  cluster_.see(seen, file, problems);
  if (taken_for_named_.empty() || seen.kind != "Node") return;
  const std::string_view name = api::Cursor{seen.object}["metadata"]["name"].text();
  if (taken_for_named_.erase(std::string{name}) == 0) return;
  problems.push_back({file, seen.object.mark, seen.path,
                      fmt::format("found the node {} after pods on it, which were read as pods of --from; put nodes "
                                  "first, as kubectl get nodes,pods does, or omit --from",
                                  name)});
}

std::optional<IntakePod> PodIntake::resolve(manifests::ManifestPod found, const std::string& file,
                                            std::vector<api::Problem>& problems) {
  const std::string uid = found.owner.empty() ? api::string_member(found.pod.at("metadata"), "uid") : std::string{};
  if (!uid.empty() && !uids_.insert(uid).second) {
    ++pods_again_;
    return std::nullopt;
  }
  if (!seen_.is_new(found, file, problems)) return std::nullopt;
  const std::string node = node_of(found.pod);
  if (has_to_wait(found, node)) {
    wait(std::move(found), file);
    return std::nullopt;
  }
  IntakePod asked{std::move(found), file, {}};
  if (question_ == Question::of_a_path) return asked;
  if (const InventoryNode* known = cluster_.find(node)) {
    asked.kubelet = known->kubelet;
    asked.ready_since = known->ready_since;
  } else if (!node.empty()) {
    taken_for_named_.insert(node);
  }
  return asked;
}

bool PodIntake::has_to_wait(const manifests::ManifestPod& found, const std::string& node) const {
  if (found.is_template_stored || is_mirror(found.pod)) return true;
  return question_ == Question::of_nodes && cluster_.find(node) == nullptr;
}

void PodIntake::wait(manifests::ManifestPod found, const std::string& file) {
  found.pod["metadata"].erase("managedFields");
  waiting_.push_back({json::to_cbor(found.pod), found.mark, std::move(found.path), std::move(found.owner),
                      found.is_template_stored, file});
}

void PodIntake::finish(const std::function<void(IntakePod)>& take, std::vector<api::Problem>& problems) {
  for (Waiting& waiting : waiting_) {
    if (waiting.is_template_stored && !uids_.empty()) {
      ++templates_left_out_;
      continue;
    }
    manifests::ManifestPod found{json::from_cbor(waiting.pod), waiting.mark, std::move(waiting.path),
                                 std::move(waiting.owner)};
    ask(std::move(found), waiting.file, take);
    waiting.pod = {};
  }
  waiting_ = {};
  seen_ = {};
  uids_.clear();
  report_unanswered(problems);
}

void PodIntake::ask(manifests::ManifestPod found, const std::string& file, const std::function<void(IntakePod)>& take) {
  const std::string node = node_of(found.pod);
  const InventoryNode* known = cluster_.find(node);
  if (known != nullptr && question_ != Question::of_a_path)
    return take({std::move(found), file, known->kubelet, known->ready_since});
  if (question_ != Question::of_nodes) return take({std::move(found), file, {}});
  if (node.empty() && found.owner.empty() && is_stored(found.pod)) {
    ++pods_without_kubelet_;
    return;
  }
  Unanswered& unanswered = unanswered_[node];
  if (unanswered.count++ > 0) return;
  unanswered.first = {file == "-" ? "<stdin>" : file, found.mark, found.path, ""};
  unanswered.first_pod = found.owner.empty() ? manifests::full_name(found.pod) : found.owner;
}

void PodIntake::report_unanswered(std::vector<api::Problem>& problems) const {
  for (const auto& [node, unanswered] : unanswered_) {
    const std::string where =
        node.empty() ? "no node" : fmt::format("the node {}, whose kubelet is unknown or not simulated", node);
    api::Problem& problem = problems.emplace_back(unanswered.first);
    problem.message = fmt::format(
        "found {} on {}; the first: {}; name the release of their kubelet with --from, or add the nodes: kubectl "
        "get nodes,pods -A -o json",
        api::counted(unanswered.count, "pod"), where, unanswered.first_pod);
  }
}

std::vector<std::string> PodIntake::notes() const {
  std::vector<std::string> notes;
  const auto note = [&notes](std::size_t count, std::string_view one, std::string_view many) {
    if (count > 0) notes.push_back(api::counted(count, one, many));
  };
  note(pods_again_, "duplicate pod is counted once", "duplicate pods are counted once");
  note(templates_left_out_, "workload is counted by its pods, not by its template",
       "workloads are counted by their pods, not by their templates");
  note(pods_without_kubelet_, "pod has no node yet, so no kubelet runs it",
       "pods have no node yet, so no kubelet runs them");
  std::size_t passed_over = 0;
  for (const auto& [kind, count] : cluster_.passed_over()) passed_over += count;
  if (passed_over == 0) return notes;
  constexpr std::size_t max_kinds = 10;
  std::string kinds;
  std::size_t num_named = 0;
  for (const auto& [kind, count] : cluster_.passed_over()) {
    if (num_named++ == max_kinds) break;
    kinds += fmt::format("{}{} {}", kinds.empty() ? "" : ", ", count, kind);
  }
  if (num_named > max_kinds) kinds += fmt::format(" and {} more kinds", cluster_.passed_over().size() - max_kinds);
  note(passed_over, "custom resource without a pod template is skipped: " + kinds,
       "custom resources without a pod template are skipped: " + kinds);
  return notes;
}

}  // namespace podreel::upgrade
