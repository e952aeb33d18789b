// Resources and labels that several controllers use.
#pragma once

namespace podreel::cluster {

inline constexpr const char* endpoint_slices = "endpointslices";
inline constexpr const char* endpoints = "endpoints";
inline constexpr const char* jobs = "jobs";
inline constexpr const char* replica_sets = "replicasets";
inline constexpr const char* services = "services";

/// Label of the pods of a Deployment's ReplicaSet.
inline constexpr const char* template_hash_label = "pod-template-hash";
/// Label of the pods of StatefulSets and DaemonSets.
inline constexpr const char* revision_hash_label = "controller-revision-hash";

}  // namespace podreel::cluster
