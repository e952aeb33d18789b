#include "engine/manifests/workloads.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <set>

#include "engine/api/cursor.hpp"
#include "engine/api/json_member.hpp"
#include "engine/api/problem_list.hpp"
#include "engine/api/syntax_error.hpp"
#include "engine/api/take_word.hpp"
#include "engine/manifests/generated_name.hpp"
#include "engine/manifests/workload_kinds.hpp"
#include "engine/types/validate.hpp"

namespace podreel::manifests {

namespace {

using api::Cursor;
using nlohmann::json;

/// The kind of a list's items, which do not repeat it: "Pod" for "PodList"; empty for "List" and for what is no list.
std::string_view kind_of_items(std::string_view list_kind) {
  constexpr std::string_view ending = "List";
  return list_kind.ends_with(ending) ? list_kind.substr(0, list_kind.size() - ending.size()) : std::string_view{};
}

/// Always the same of the same prefix in `scope`.
std::string made_up_name(std::string_view prefix, std::string_view scope) {
  return generated_name(prefix, name_suffix(fmt::format("{}/{}", scope, prefix)));
}

class Collector {
 public:
  Collector(const std::string& file, std::vector<api::Problem>& problems) : file_(file), problems_(problems) {}

  void object(const api::Tree& node, std::string_view inherited_kind, const std::string& path) {
    if (node.kind == api::Tree::Kind::null) return;
    if (node.kind != api::Tree::Kind::map) {
      add(node.mark, path, fmt::format("found {}, accepted: a Kubernetes object", api::found(node)));
      return;
    }
    const Cursor fields{node};
    std::string_view kind = fields["kind"].text();
    if (kind.empty()) kind = inherited_kind;
    const std::string_view api_version = fields["apiVersion"].text();
    if (kind == "Pod" && (api_version.empty() || api_version == "v1")) {
      pod(node, path);
    } else if (const WorkloadKind* workload = find_workload_kind(api_version, kind)) {
      template_of(node, *workload, path);
    } else if (fields["items"] && kind.ends_with("List")) {
      api::for_each_map(fields, "items", path, [&](const Cursor& item, const std::string& item_path) {
        object(*item.tree(), kind_of_items(kind), item_path);
      });
    } else {
      other(node, kind, api_version, path);
    }
  }

  std::vector<ManifestPod> take() { return std::move(pods_); }

 private:
  void add(api::Mark mark, const std::string& path, std::string message) {
    api::ProblemList{file_, problems_}.add(mark, path, std::move(message));
  }

  void pod(const api::Tree& node, const std::string& path) {
    const std::size_t problems_before = problems_.size();
    types::validate_pod(node, file_, path, problems_);
    if (problems_.size() != problems_before) return;
    ManifestPod result{api::to_json(node), node.mark, path, ""};
    result.pod["apiVersion"] = "v1";
    result.pod["kind"] = "Pod";
    json& metadata = result.pod["metadata"];
    if (api::string_member(metadata, "namespace").empty()) metadata["namespace"] = "default";
    if (api::string_member(metadata, "name").empty()) {
      metadata["name"] =
          made_up_name(api::string_member(metadata, "generateName"), api::string_member(metadata, "namespace"));
    }
    pods_.push_back(std::move(result));
  }

  void template_of(const api::Tree& node, const WorkloadKind& workload, const std::string& path) {
    Cursor at{node};
    std::string template_path = path;
    for (const std::string_view key : api::split(workload.template_path, '.')) {
      template_path = api::path_to_key(template_path, key);
      if (!at[key]) return add(at.mark(), template_path, "required, but missing");
      at = at[key];
    }
    const api::Tree& pod_template = *at.tree();
    const std::size_t problems_before = problems_.size();
    types::validate_metadata(node, file_, path, problems_);
    types::validate_pod_template(pod_template, claimed_volumes(node), file_, template_path, problems_);
    check_restart_policy(at, workload, template_path);
    if (problems_.size() == problems_before) pods_.push_back(instance(node, workload, pod_template, template_path));
  }

  void check_restart_policy(const Cursor& pod_template, const WorkloadKind& workload, const std::string& path) {
    const Cursor spec = pod_template["spec"];
    if (!spec.is_map() || workload.policy == TemplatePolicy::any) return;
    const Cursor value = spec["restartPolicy"];
    const std::string_view policy = value.text();
    const bool always = policy.empty() || policy == "Always";
    if (always == (workload.policy == TemplatePolicy::always)) return;
    add(value ? value.mark() : spec.mark(), api::path_to_key(api::path_to_key(path, "spec"), "restartPolicy"),
        fmt::format("found {}, accepted in a {}: {}", always ? "Always" : policy, workload.kind,
                    always ? "OnFailure, Never" : "Always"));
  }

  static std::vector<std::string_view> claimed_volumes(const Cursor& workload) {
    std::vector<std::string_view> names;
    workload["spec"]["volumeClaimTemplates"].for_each_item([&](const Cursor& claim, std::size_t) {
      if (const Cursor metadata = claim["metadata"]) names.push_back(metadata["name"].text());
    });
    return names;
  }

  static ManifestPod instance(const api::Tree& node, const WorkloadKind& workload, const api::Tree& pod_template,
                              const std::string& path) {
    const Cursor metadata = Cursor{node}["metadata"];
    std::string name_space{metadata["namespace"].text()};
    if (name_space.empty()) name_space = "default";
    std::string name{metadata["name"].text()};
    if (name.empty()) {
      name = made_up_name(metadata["generateName"].text(), fmt::format("{}/{}", workload.kind, name_space));
    }
    ManifestPod result{api::to_json(pod_template), pod_template.mark, path,
                       fmt::format("{}/{}/{}", workload.kind, name_space, name)};
    result.pod["apiVersion"] = "v1";
    result.pod["kind"] = "Pod";
    json& pod_metadata = result.pod["metadata"];
    pod_metadata["name"] =
        workload.kind == "StatefulSet" ? name + "-0" : generated_name(name + "-", name_suffix(result.owner));
    pod_metadata["namespace"] = name_space;
    result.is_parallel = Cursor{node}["spec"]["podManagementPolicy"].text() == "Parallel";
    mount_claims(result.pod, claimed_volumes(node));
    return result;
  }

  /// A StatefulSet's pods have a volume for every claim template.
  static void mount_claims(json& pod, const std::vector<std::string_view>& claims) {
    const std::string pod_name = pod.at("metadata").at("name").get<std::string>();
    for (const std::string_view claim : claims) {
      json& volumes = pod.at("spec")["volumes"];
      volumes.push_back(
          {{"name", claim}, {"persistentVolumeClaim", {{"claimName", fmt::format("{}-{}", claim, pod_name)}}}});
    }
  }

  /// Objects without pods are passed over, but not what looks like a slip of the pen.
  void other(const api::Tree& node, std::string_view kind, std::string_view api_version, const std::string& path) {
    if (kind.empty()) {
      add(node.mark, api::path_to_key(path, "kind"), "required, but missing");
      return;
    }
    constexpr std::array<std::string_view, 4> own_groups{"v1", "apps/", "batch/", "extensions/"};
    const bool own = api_version.empty() || std::ranges::any_of(own_groups, [&](std::string_view group) {
                       return group == "v1" ? api_version == group : api_version.starts_with(group);
                     });
    const std::vector<std::string_view> known = pod_carrying_kinds();
    const std::string advice = api::did_you_mean(kind, known);
    if (!own || advice.empty() || std::ranges::find(known, kind) != known.end()) return;
    add(Cursor{node}["kind"].mark(), api::path_to_key(path, "kind"),
        fmt::format("unknown kind \"{}\"{}", api::abbreviated(kind), advice));
  }

  const std::string& file_;
  std::vector<api::Problem>& problems_;
  std::vector<ManifestPod> pods_;
};

}  // namespace

std::vector<ManifestPod> pods_of(const api::Tree& document, const std::string& file,
                                 std::vector<api::Problem>& problems) {
  Collector collector{file, problems};
  collector.object(document, "", "");
  return collector.take();
}

std::vector<ManifestPod> pods_of_item(const api::Tree& item, std::string_view list_kind, const std::string& path,
                                      const std::string& file, std::vector<api::Problem>& problems) {
  Collector collector{file, problems};
  collector.object(item, kind_of_items(list_kind), path);
  return collector.take();
}

}  // namespace podreel::manifests
