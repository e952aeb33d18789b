// Static pods and their mirrors, as far as names, UIDs and annotations make them.
#pragma once

#include <memory>
#include <string>

#include "engine/api/config_annotations.hpp"
#include "engine/api/pod.hpp"

namespace podreel::testing {

/// All of them share one spec.
inline api::Pod make_static_pod(const std::string& name, const std::string& uid) {
  static const auto spec = std::make_shared<const api::PodSpec>();
  api::Pod pod;
  pod.metadata.name = name;
  pod.metadata.uid = uid;
  pod.metadata.annotations[api::config_annotation::source] = "file";
  pod.metadata.annotations[api::config_annotation::hash] = uid;
  pod.spec = spec;
  return pod;
}

inline api::Pod make_mirror_pod(const std::string& name, const std::string& uid, const std::string& static_uid) {
  api::Pod pod = make_static_pod(name, static_uid);
  pod.metadata.uid = uid;
  pod.metadata.annotations[api::config_annotation::mirror] = static_uid;
  return pod;
}

}  // namespace podreel::testing
