#include "runtime_fake/pod_entry.hpp"

namespace podreel::runtime_fake {

std::string full_name(const PodEntry& pod) {
  return *pod.namespace_name + "/" + pod.name;
}

api::ObjectMeta identity_of(const PodEntry& pod) {
  api::ObjectMeta identity;
  identity.name = pod.name;
  identity.namespace_name = *pod.namespace_name;
  identity.uid = pod.uid;
  return identity;
}

}  // namespace podreel::runtime_fake
