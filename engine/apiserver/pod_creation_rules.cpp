#include "engine/apiserver/pod_creation_rules.hpp"

#include <cstddef>
#include <fmt/format.h>
#include <string_view>
#include <utility>

#include "engine/api/json_member.hpp"
#include "engine/release/kubelet_identity.hpp"

namespace podreel::apiserver {

namespace {

using nlohmann::json;

class CreationRules {
 public:
  CreationRules(const json& spec, release::Release release) : spec_{spec}, release_{release} {}

  std::vector<std::string> check() {
    for (const char* list : {"initContainers", "containers"}) {
      std::size_t index = 0;
      api::for_each_item(spec_, list, [&](const json& container) {
        const std::string path = fmt::format("spec.{}[{}]", list, index++);
        resize_policy(container, path, std::string_view{list} == "initContainers");
        stop_signal(container, path);
      });
    }
    return std::move(refusals_);
  }

 private:
  void resize_policy(const json& container, const std::string& path, bool is_init) {
    const bool is_never = api::string_member(spec_, "restartPolicy") == "Never" &&
                          release::refuses_resize_restart_of_never.contains(release_);
    const bool names_pod = release::refuses_resize_restart_of_init.contains(release_);
    const bool is_plain_init = is_init && names_pod && api::string_member(container, "restartPolicy") != "Always";
    std::size_t index = 0;
    api::for_each_item(container, "resizePolicy", [&](const json& policy) {
      const std::size_t place = index++;
      if (api::string_member(policy, "restartPolicy") != "RestartContainer") return;
      if (is_never) {
        refusals_.push_back(
            fmt::format("{}.resizePolicy: Invalid value: \"RestartContainer\": must be 'NotRequired' when "
                        "{}`restartPolicy` is 'Never'",
                        path, names_pod ? "pod " : ""));
      }
      if (!is_plain_init) return;
      refusals_.push_back(
          fmt::format("{}.resizePolicy[{}].restartPolicy: Invalid value: \"RestartContainer\": must not be "
                      "set to 'RestartContainer' for non-sidecar initContainers",
                      path, place));
    });
  }

  /// validateStopSignal. An API server without the feature gate drops the field.
  void stop_signal(const json& container, const std::string& path) {
    const json* lifecycle = api::find_member(container, "lifecycle");
    if (lifecycle == nullptr || api::string_member(*lifecycle, "stopSignal").empty()) return;
    const json* os = api::find_member(spec_, "os");
    if (os != nullptr && !api::string_member(*os, "name").empty()) return;
    refusals_.push_back(fmt::format(
        "{}.lifecycle.stopSignal: Forbidden: may not be set for containers with empty `spec.os.name`", path));
  }

  const json& spec_;
  release::Release release_;
  std::vector<std::string> refusals_;
};

}  // namespace

std::vector<std::string> find_creation_refusals(const json& spec, release::Release release) {
  return CreationRules{spec, release}.check();
}

}  // namespace podreel::apiserver
