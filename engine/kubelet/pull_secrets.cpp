#include "engine/kubelet/pull_secrets.hpp"

#include "engine/kubelet/pod_config_objects.hpp"

namespace podreel::kubelet {

std::vector<std::string> missing_pull_secrets(const api::Pod& pod, const apiserver::ConfigObjects& objects) {
  std::vector<std::string> missing;
  const PodConfigObjects known{pod, objects};
  for (const std::string& name : pod.spec->image_pull_secrets) {
    if (!known.exists(apiserver::ConfigKind::secret, name)) missing.push_back(name);
  }
  return missing;
}

}  // namespace podreel::kubelet
