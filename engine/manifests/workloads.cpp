#include "engine/manifests/workloads.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <set>

#include "engine/api/cursor.hpp"
#include "engine/api/json_member.hpp"
#include "engine/api/label_selector.hpp"
#include "engine/api/problem_list.hpp"
#include "engine/api/syntax_error.hpp"
#include "engine/api/take_word.hpp"
#include "engine/manifests/custom_templates.hpp"
#include "engine/manifests/generated_name.hpp"
#include "engine/manifests/object_kind.hpp"
#include "engine/manifests/workload_kinds.hpp"
#include "engine/release/release.hpp"
#include "engine/types/validate.hpp"

namespace podreel::manifests {

namespace {

using api::Cursor;
using nlohmann::json;

/// Always the same of the same prefix in `scope`.
std::string made_up_name(std::string_view prefix, std::string_view scope) {
  return generated_name(prefix, name_suffix(fmt::format("{}/{}", scope, prefix)));
}

class Collector {
 public:
  Collector(const std::string& file, std::vector<api::Problem>& problems, const Observer& observer)
      : file_(file), problems_(problems), observer_(observer) {}

  void document(const api::Tree& node) {
    const bool is_list_of_objects =
        node.kind == api::Tree::Kind::list &&
        std::ranges::all_of(node.items, [](const api::Tree& each) { return each.kind == api::Tree::Kind::map; });
    if (!is_list_of_objects) return object(node, Cursor{node}["kind"].text(), "");
    for (std::size_t index = 0; index < node.items.size(); ++index) {
      item(node.items[index], "", api::path_to_item("", index));
    }
  }

  void item(const api::Tree& node, std::string_view list_kind, const std::string& path) {
    object(node, kind_of_item(node, list_kind), path);
  }

  std::vector<ManifestPod> take() { return std::move(pods_); }

 private:
  void object(const api::Tree& node, std::string_view kind, const std::string& path) {
    if (node.kind == api::Tree::Kind::null) return;
    if (node.kind != api::Tree::Kind::map) {
      add(node.mark, path, fmt::format("found {}, accepted: a Kubernetes object", api::found(node)));
      return;
    }
    const Cursor fields{node};
    const bool is_list =
        fields["items"].kind() == api::Tree::Kind::list && (kind.empty() || kind.ends_with("List")) && !fields["spec"];
    if (is_list) {
      return api::for_each_map(fields, "items", path, [&](const Cursor& each, const std::string& item_path) {
        item(*each.tree(), kind, item_path);
      });
    }
    const std::string_view api_version = fields["apiVersion"].text();
    const std::size_t pods_before = pods_.size();
    const std::size_t found_before = num_found();
    if (kind == "Pod" && (api_version.empty() || api_version == "v1")) {
      pod(node, path);
    } else if (const WorkloadKind* workload = find_workload_kind(api_version, kind)) {
      template_of(node, *workload, path);
    } else {
      other(node, kind, api_version, path);
    }
    if (!observer_.object) return;
    const bool carries_pods = pods_.size() > pods_before || num_found() > found_before;
    observer_.object({node, kind, api_version, path, carries_pods});
  }

  [[nodiscard]] std::size_t num_found() const {
    return problems_.size() + (observer_.warnings == nullptr ? 0 : observer_.warnings->size());
  }

  void add(api::Mark mark, const std::string& path, std::string message) {
    api::ProblemList{file_, problems_}.add(mark, path, std::move(message));
  }

  void pod(const api::Tree& node, const std::string& path) {
    const std::size_t problems_before = problems_.size();
    std::vector<api::Problem> unknown;
    types::validate_pod(node, file_, path, problems_, observer_.warnings == nullptr ? nullptr : &unknown);
    resolve(std::move(unknown), is_stored(node));
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
    std::vector<api::Problem> unknown;
    types::validate_metadata(node, file_, path, problems_);
    types::validate_pod_template(pod_template, claimed_volumes(node), file_, template_path, problems_,
                                 observer_.warnings == nullptr ? nullptr : &unknown);
    resolve(std::move(unknown), is_stored(node));
    check_restart_policy(at, workload, template_path);
    if (problems_.size() == problems_before) check_selector(node, workload, path, at, template_path);
    if (problems_.size() == problems_before) {
      pods_.push_back(instance(node, workload.kind, pod_template, template_path));
    }
  }

  /// ValidatePodTemplateSpecForReplicaSet and its neighbours (pkg/apis/apps/validation): the workload must select the
  /// pods that it creates.
  void check_selector(const api::Tree& node, const WorkloadKind& workload, const std::string& path,
                      const Cursor& pod_template, const std::string& template_path) {
    constexpr std::array<std::string_view, 4> selecting_kinds{"Deployment", "ReplicaSet", "StatefulSet", "DaemonSet"};
    const Cursor selector = Cursor{node}["spec"]["selector"];
    const bool selects = std::ranges::find(selecting_kinds, workload.kind) != selecting_kinds.end();
    if (!selects || !selector) return;
    const std::size_t problems_before = problems_.size();
    types::validate_selector(*selector.tree(), file_, api::path_to_key(api::path_to_key(path, "spec"), "selector"),
                             problems_);
    if (problems_.size() > problems_before) return;
    const Cursor labels = pod_template["metadata"]["labels"];
    api::Labels given;
    labels.for_each_member([&given](std::string_view key, api::Mark, const Cursor& value) {
      given.insert_or_assign(std::string{key}, value.scalar_text());
    });
    if (api::selector_from_json(api::to_json(*selector.tree())).matches(given)) return;
    add((labels ? labels : pod_template).mark(),
        api::path_to_key(api::path_to_key(template_path, "metadata"), "labels"),
        "spec.selector does not select these labels; accepted: labels that it selects");
  }

  static bool is_stored(const Cursor& object) { return bool{object["metadata"]["uid"]}; }

  /// Treats unknown fields as warnings in objects from an API server, and as problems where they look mistyped.
  void resolve(std::vector<api::Problem> unknown_fields, bool is_of_server) {
    for (api::Problem& field : unknown_fields) {
      const bool is_slip = !is_of_server && field.message.find("did you mean") != std::string::npos;
      if (!is_slip) {
        field.message =
            fmt::format("unknown field, ignored; no release up to {} has it", minor_string(release::newest_release()));
      }
      (is_slip ? problems_ : *observer_.warnings).push_back(std::move(field));
    }
  }

  /// A custom resource's: what it means is its controller's business.
  void custom_templates_of(const api::Tree& node, std::string_view kind, const std::string& path) {
    for (const CustomTemplate& found : custom_templates(node, path)) {
      std::vector<api::Problem> refused;
      std::vector<api::Problem> unknown;
      types::validate_pod_template(*found.pod_template.tree(), claimed_volumes(node), file_, found.path, refused,
                                   &unknown);
      if (refused.empty()) {
        pods_.push_back(custom_instance(node, kind, found));
      } else if (observer_.warnings != nullptr) {
        api::Problem& skipped = observer_.warnings->emplace_back(std::move(refused.front()));
        skipped.message = fmt::format("the pods of this {} are ignored: {}", kind, skipped.message);
      }
    }
  }

  /// One object may have several templates.
  static ManifestPod custom_instance(const api::Tree& node, std::string_view kind, const CustomTemplate& found) {
    ManifestPod result = instance(node, kind, *found.pod_template.tree(), found.path);
    result.pod.erase("status");
    const std::string name = result.owner.substr(result.owner.rfind('/') + 1);
    result.pod["metadata"]["name"] = made_up_name(name + "-", result.owner + found.path);
    return result;
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

  static ManifestPod instance(const api::Tree& node, std::string_view kind, const api::Tree& pod_template,
                              const std::string& path) {
    const Cursor metadata = Cursor{node}["metadata"];
    std::string name_space{metadata["namespace"].text()};
    if (name_space.empty()) name_space = "default";
    std::string name{metadata["name"].text()};
    if (name.empty()) {
      name = made_up_name(metadata["generateName"].text(), fmt::format("{}/{}", kind, name_space));
    }
    ManifestPod result{api::to_json(pod_template), pod_template.mark, path,
                       fmt::format("{}/{}/{}", kind, name_space, name)};
    result.is_template_stored = is_stored(node);
    result.pod["apiVersion"] = "v1";
    result.pod["kind"] = "Pod";
    json& pod_metadata = result.pod["metadata"];
    pod_metadata["name"] = kind == "StatefulSet" ? name + "-0" : generated_name(name + "-", name_suffix(result.owner));
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
    if (!own || advice.empty() || std::ranges::find(known, kind) != known.end()) {
      return custom_templates_of(node, kind, path);
    }
    add(Cursor{node}["kind"].mark(), api::path_to_key(path, "kind"),
        fmt::format("unknown kind \"{}\"{}", api::abbreviated(kind), advice));
  }

  const std::string& file_;
  std::vector<api::Problem>& problems_;
  const Observer& observer_;
  std::vector<ManifestPod> pods_;
};

}  // namespace

std::vector<ManifestPod> pods_of(const api::Tree& document, const std::string& file,
                                 std::vector<api::Problem>& problems, const Observer& observer) {
  Collector collector{file, problems, observer};
  collector.document(document);
  return collector.take();
}

std::vector<ManifestPod> pods_of_item(const api::Tree& item, std::string_view list_kind, const std::string& path,
                                      const std::string& file, std::vector<api::Problem>& problems,
                                      const Observer& observer) {
  Collector collector{file, problems, observer};
  collector.item(item, list_kind, path);
  return collector.take();
}

}  // namespace podreel::manifests
