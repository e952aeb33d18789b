// Resources and labels that several controllers know.
#pragma once

namespace podreel::controllers {

inline constexpr const char* endpoint_slices = "endpointslices";
inline constexpr const char* endpoints = "endpoints";
inline constexpr const char* jobs = "jobs";
inline constexpr const char* replica_sets = "replicasets";
inline constexpr const char* services = "services";

/// Of the pods of a ReplicaSet that a Deployment made.
inline constexpr const char* template_hash_label = "pod-template-hash";
/// Of the pods of StatefulSets and DaemonSets.
inline constexpr const char* revision_hash_label = "controller-revision-hash";

}  // namespace podreel::controllers
