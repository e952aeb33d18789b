#include "engine/kubelet/pull_secrets.hpp"

#include "engine/api/json_member.hpp"

namespace podreel::kubelet {

std::vector<std::string> missing_pull_secrets(const api::Pod& pod, const apiserver::ConfigObjects& objects) {
  std::vector<std::string> missing;
  if (pod.spec->stored == nullptr) return missing;
  api::for_each_item(*pod.spec->stored, "imagePullSecrets", [&](const nlohmann::json& secret) {
    std::string name = api::string_member(secret, "name");
    const std::string full_name = pod.metadata.namespace_name + "/" + name;
    if (!objects.exists(apiserver::ConfigKind::secret, full_name)) missing.push_back(std::move(name));
  });
  return missing;
}

}  // namespace podreel::kubelet
