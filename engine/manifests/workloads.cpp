#include "engine/manifests/workloads.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <set>

#include "engine/api/json_member.hpp"
#include "engine/api/problem_list.hpp"
#include "engine/api/syntax_error.hpp"
#include "engine/api/tree_access.hpp"
#include "engine/manifests/workload_kinds.hpp"
#include "engine/sim/random.hpp"
#include "engine/types/validate.hpp"

namespace podreel::manifests {

namespace {

using nlohmann::json;

/// Five letters as the API server appends to generateName, here a function of the object's name.
std::string name_suffix(std::string_view full_name) {
  constexpr std::string_view letters = "bcdfghjklmnpqrstvwxz2456789";
  constexpr int length = 5;
  std::uint64_t bits = sim::hash_name(full_name);
  std::string suffix;
  for (int count = 0; count < length; ++count) {
    suffix += letters[bits % letters.size()];
    bits /= letters.size();
  }
  return suffix;
}

/// The kind of a list's items, which do not repeat it: "Pod" for "PodList"; empty for "List" and for what is no list.
std::string_view kind_of_items(std::string_view list_kind) {
  constexpr std::string_view ending = "List";
  return list_kind.ends_with(ending) ? list_kind.substr(0, list_kind.size() - ending.size()) : std::string_view{};
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
    std::string_view kind = api::text_of(node, "kind");
    if (kind.empty()) kind = inherited_kind;
    const std::string_view api_version = api::text_of(node, "apiVersion");
    if (kind == "Pod" && (api_version.empty() || api_version == "v1")) {
      pod(node, path);
    } else if (const WorkloadKind* workload = find_workload_kind(api_version, kind)) {
      template_of(node, *workload, path);
    } else if (api::value_of(node, "items") && kind.ends_with("List")) {
      api::for_each_map(node, "items", path, [&](const api::Tree& item, const std::string& item_path) {
        object(item, kind_of_items(kind), item_path);
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
      const std::string prefix = metadata.at("generateName").get<std::string>();
      metadata["name"] =
          prefix + name_suffix(fmt::format("{}/{}", metadata.at("namespace").get<std::string>(), prefix));
    }
    pods_.push_back(std::move(result));
  }

  void template_of(const api::Tree& node, const WorkloadKind& workload, const std::string& path) {
    const api::Tree* at = &node;
    std::string template_path = path;
    for (std::string_view rest = workload.template_path; !rest.empty();) {
      const std::string_view key = rest.substr(0, rest.find('.'));
      rest.remove_prefix(std::min(key.size() + 1, rest.size()));
      const api::Tree* next = api::value_of(*at, key);
      template_path = api::path_to_key(template_path, key);
      if (!next) return add(at->mark, template_path, "required, but missing");
      at = next;
    }
    const std::size_t problems_before = problems_.size();
    types::validate_pod_template(*at, claimed_volumes(node), file_, template_path, problems_);
    check_restart_policy(*at, workload, template_path);
    if (problems_.size() == problems_before) pods_.push_back(instance(node, workload, *at, template_path));
  }

  void check_restart_policy(const api::Tree& pod_template, const WorkloadKind& workload, const std::string& path) {
    const api::Tree* spec = api::value_of(pod_template, "spec");
    if (!spec || spec->kind != api::Tree::Kind::map || workload.policy == TemplatePolicy::any) return;
    const std::string_view policy = api::text_of(*spec, "restartPolicy");
    const bool always = policy.empty() || policy == "Always";
    if (always == (workload.policy == TemplatePolicy::always)) return;
    const api::Tree* value = api::value_of(*spec, "restartPolicy");
    add(value ? value->mark : spec->mark, api::path_to_key(api::path_to_key(path, "spec"), "restartPolicy"),
        fmt::format("found {}, accepted in a {}: {}", always ? "Always" : policy, workload.kind,
                    always ? "OnFailure, Never" : "Always"));
  }

  static std::vector<std::string_view> claimed_volumes(const api::Tree& workload) {
    std::vector<std::string_view> names;
    const api::Tree* spec = api::value_of(workload, "spec");
    if (!spec) return names;
    api::for_each_map(*spec, "volumeClaimTemplates", "", [&](const api::Tree& claim, const std::string&) {
      if (const api::Tree* metadata = api::value_of(claim, "metadata"))
        names.push_back(api::text_of(*metadata, "name"));
    });
    return names;
  }

  static ManifestPod instance(const api::Tree& node, const WorkloadKind& workload, const api::Tree& pod_template,
                              const std::string& path) {
    const api::Tree* metadata = api::value_of(node, "metadata");
    const std::string name{metadata ? api::text_of(*metadata, "name") : ""};
    std::string name_space{metadata ? api::text_of(*metadata, "namespace") : ""};
    if (name_space.empty()) name_space = "default";
    ManifestPod result{api::to_json(pod_template), pod_template.mark, path,
                       fmt::format("{}/{}/{}", workload.kind, name_space, name)};
    result.pod["apiVersion"] = "v1";
    result.pod["kind"] = "Pod";
    json& pod_metadata = result.pod["metadata"];
    const std::string suffix = workload.kind == "StatefulSet" ? "0" : name_suffix(result.owner);
    pod_metadata["name"] = fmt::format("{}-{}", name, suffix);
    pod_metadata["namespace"] = name_space;
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
    const std::string_view nearest = api::nearest_name(kind, pod_carrying_kinds());
    if (!own || nearest.empty() || nearest == kind) return;
    add(api::value_of(node, "kind")->mark, api::path_to_key(path, "kind"),
        fmt::format("unknown kind \"{}\"; did you mean \"{}\"?", api::abbreviated(kind), nearest));
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
