#include "engine/kubelet/volumes/volume_sources.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <set>

#include "engine/api/json_member.hpp"
#include "engine/kubelet/pod_config_objects.hpp"
#include "engine/release/behaviour/pulling.hpp"

namespace podreel::kubelet {

namespace {

using apiserver::ConfigKind;
using nlohmann::json;

struct VolumeSource {
  ConfigKind kind;
  std::string_view field;
  /// Before the name of a key that is not there (pkg/volume/configmap, pkg/volume/secret).
  std::string_view without_key;
};
constexpr std::array volume_sources{
    VolumeSource{ConfigKind::config_map, "configMap", "configmap references non-existent config key: "},
    VolumeSource{ConfigKind::secret, "secret", "references non-existent secret key: "}};

class Sources {
 public:
  explicit Sources(const PodConfigObjects& objects) : objects_{objects} {}

  /// All that is missing of a volume, or of a part of a projected one.
  std::vector<std::string> missing(const json& volume) const {
    std::vector<std::string> problems;
    for (const VolumeSource& source : volume_sources) {
      const json* wanted = api::find_member(volume, source.field);
      if (wanted == nullptr || api::bool_member(*wanted, "optional")) continue;
      if (auto problem = missing_of(source, *wanted)) problems.push_back(*std::move(problem));
    }
    if (const json* projected = api::find_member(volume, "projected")) {
      api::for_each_item(*projected, "sources", [&](const json& part) {
        for (std::string& problem : missing(part)) problems.push_back(std::move(problem));
      });
    }
    return problems;
  }

 private:
  std::optional<std::string> missing_of(const VolumeSource& source, const json& wanted) const {
    std::string name = api::string_member(wanted, "secretName");
    if (name.empty()) name = api::string_member(wanted, "name");
    std::optional<std::string> problem = objects_.not_found(source.kind, name);
    if (problem) return problem;
    api::for_each_item(wanted, "items", [&](const json& item) {
      const std::string key = api::string_member(item, "key");
      if (!problem && !objects_.has_key(source.kind, name, key)) {
        problem = std::string{source.without_key} + key;
      }
    });
    return problem;
  }

  PodConfigObjects objects_;
};

/// The volume as the pod's spec has it; null if it has none of that name.
const json* written_volume(const api::Pod& pod, std::string_view volume) {
  const json* found = nullptr;
  api::for_each_item(*pod.spec->stored, "volumes", [&](const json& written) {
    if (api::string_member(written, "name") == volume) found = &written;
  });
  return found;
}

std::uint64_t last_change_of(const json& volume, const api::Pod& pod, const apiserver::ConfigObjects& objects) {
  std::uint64_t last = 0;
  for (const VolumeSource& source : volume_sources) {
    const json* wanted = api::find_member(volume, source.field);
    if (wanted == nullptr) continue;
    std::string name = api::string_member(*wanted, "secretName");
    if (name.empty()) name = api::string_member(*wanted, "name");
    last = std::max(last, objects.changed_at(source.kind, pod.metadata.namespace_name + "/" + name));
  }
  if (const json* projected = api::find_member(volume, "projected")) {
    api::for_each_item(*projected, "sources",
                       [&](const json& part) { last = std::max(last, last_change_of(part, pod, objects)); });
  }
  return last;
}

/// utilerrors.NewAggregate.
std::string aggregate(const std::vector<std::string>& errors) {
  return errors.size() == 1 ? errors.front() : fmt::format("[{}]", fmt::join(errors, ", "));
}

}  // namespace

std::vector<std::string> mounted_volumes(const api::PodSpec& spec) {
  if (!spec.has_volumes || spec.stored == nullptr) return {};
  std::set<std::string> mounted;
  for (const auto* list : {&spec.init_containers, &spec.containers, &spec.ephemeral_containers}) {
    for (const api::Container& container : *list) {
      for (const char* field : {"volumeMounts", "volumeDevices"}) {
        api::for_each_item(*container.stored, field,
                           [&](const json& mount) { mounted.insert(api::string_member(mount, "name")); });
      }
    }
  }
  std::vector<std::string> names;
  api::for_each_item(*spec.stored, "volumes", [&](const json& volume) {
    std::string name = api::string_member(volume, "name");
    if (mounted.contains(name)) names.push_back(std::move(name));
  });
  return names;
}

bool has_plugin(const api::Pod& pod, std::string_view volume, const release::Behaviour& behaviour) {
  if (behaviour.has(release::image_volumes)) return true;
  const json* written = written_volume(pod, volume);
  return written == nullptr || api::find_member(*written, "image") == nullptr;
}

std::optional<std::string> missing_source(const api::Pod& pod, const std::string& volume,
                                          const apiserver::ConfigObjects& objects) {
  const json* written = written_volume(pod, volume);
  if (written == nullptr) return std::nullopt;
  const std::vector<std::string> problems = Sources{{pod, objects}}.missing(*written);
  if (problems.empty()) return std::nullopt;
  return aggregate(problems);
}

std::uint64_t last_change(const api::Pod& pod, const std::string& volume, const apiserver::ConfigObjects& objects) {
  const json* written = written_volume(pod, volume);
  return written == nullptr ? 0 : last_change_of(*written, pod, objects);
}

std::vector<std::string> readers_of(const api::PodSpec& spec, std::string_view volume) {
  std::vector<std::string> readers;
  for (const auto* list : {&spec.init_containers, &spec.containers, &spec.ephemeral_containers}) {
    for (const api::Container& container : *list) {
      bool reads = false;
      api::for_each_item(*container.stored, "volumeMounts", [&](const json& mount) {
        const bool is_part =
            api::find_member(mount, "subPath") != nullptr || api::find_member(mount, "subPathExpr") != nullptr;
        reads = reads || (!is_part && api::string_member(mount, "name") == volume);
      });
      if (reads) readers.emplace_back(container.name);
    }
  }
  return readers;
}

bool needs_token(const api::Pod& pod, std::string_view volume) {
  const json* written = written_volume(pod, volume);
  const json* projected = written == nullptr ? nullptr : api::find_member(*written, "projected");
  bool needs = false;
  if (projected != nullptr) {
    api::for_each_item(*projected, "sources", [&](const json& part) {
      needs = needs || api::find_member(part, "serviceAccountToken") != nullptr;
    });
  }
  return needs;
}

std::string token_refused(const api::Pod& pod) {
  std::string account = api::string_member(*pod.spec->stored, "serviceAccountName");
  if (account.empty()) account = "default";
  return fmt::format(
      "failed to fetch token: Post \"https://10.96.0.1:6443/api/v1/namespaces/{}/serviceaccounts/{}/token\": dial tcp "
      "10.96.0.1:6443: connect: connection refused",
      pod.metadata.namespace_name, account);
}

}  // namespace podreel::kubelet
