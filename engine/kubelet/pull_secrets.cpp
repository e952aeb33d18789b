#include "engine/kubelet/pull_secrets.hpp"

#include "engine/kubelet/docker_keyring.hpp"
#include "engine/kubelet/pod_config_objects.hpp"
#include "engine/sync/default_image_tag.hpp"

namespace podreel::kubelet {

using apiserver::ConfigKind;

std::vector<std::string> missing_pull_secrets(const api::Pod& pod, const apiserver::ConfigObjects& objects) {
  std::vector<std::string> missing;
  const PodConfigObjects known{pod, objects};
  for (const std::string& name : pod.spec->image_pull_secrets) {
    if (!known.exists(ConfigKind::secret, name)) missing.push_back(name);
  }
  return missing;
}

std::vector<sync::PullCredential> pull_credentials(const api::Pod& pod, std::string_view image,
                                                   const apiserver::ConfigObjects& objects) {
  if (pod.spec->image_pull_secrets.empty()) return {};
  std::vector<sync::PullCredential> unknown;
  DockerKeyring keyring;
  const PodConfigObjects known{pod, objects};
  for (const std::string& name : pod.spec->image_pull_secrets) {
    if (!known.exists(ConfigKind::secret, name)) continue;
    const std::string secret = known.full_name(name);
    const std::string uid = std::to_string(objects.created_at(ConfigKind::secret, secret));
    if (const apiserver::ConfigObjects::Data* data = objects.data(ConfigKind::secret, secret)) {
      keyring.add({secret, uid, {}}, *data);
    } else {
      unknown.push_back({secret, uid, secret});
    }
  }
  std::vector<sync::PullCredential> found = keyring.look_up(sync::normalized_repository(image));
  found.insert(found.end(), unknown.begin(), unknown.end());
  return found;
}

}  // namespace podreel::kubelet
