#include "engine/kubelet/kubelet_files.hpp"

namespace podreel::kubelet {

PodFiles files_of(const memory::Text& uid, const KubeletFiles& files) {
  return {files.allocated.spec_of(uid), files.allocated.decided(uid), files.actuated.of(uid),
          files.cgroups.find(uid),      files.pull_records,           files.logs.of(uid)};
}

void add_files(const memory::Text& uid, const PodFiles& of_pod, KubeletFiles& files) {
  if (of_pod.allocated) files.allocated.set(uid, of_pod.allocated);
  if (!of_pod.decided.empty()) files.allocated.decide(uid, of_pod.decided);
  files.actuated.set(uid, of_pod.actuated);
  if (of_pod.cgroup) files.cgroups.set(uid, *of_pod.cgroup);
  files.pull_records.add(of_pod.pull_records);
  files.logs.set(uid, of_pod.logs);
}

}  // namespace podreel::kubelet
