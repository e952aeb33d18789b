// CRI's calls about sandboxes, and sandboxes that die.
#pragma once

#include <string_view>

#include "engine/runtime.hpp"
#include "engine/sim/process.hpp"
#include "engine/trace/recorder.hpp"
#include "runtime_fake/call_server.hpp"
#include "runtime_fake/container_life.hpp"
#include "runtime_fake/inventory.hpp"

namespace podreel::runtime_fake {

class SandboxService final : public runtime::PodSandboxManager {
 public:
  /// All must outlive the service.
  SandboxService(const sim::Process& process, trace::Recorder& recorder, CallServer& server, Inventory& inventory,
                 ContainerLife& life)
      : process_{process}, recorder_{recorder}, server_{server}, inventory_{inventory}, life_{life} {}

  /// Returns the pod's entry. A new one counts its age from then, and its sandbox dies when the script says.
  PodEntry& entry_of(const api::Pod& pod, sim::Time created_at);
  PodEntry& entry_of(const api::Pod& pod) { return entry_of(pod, process_.now()); }
  /// Lets the sandbox die that is the pod's newest one then.
  void schedule_death(PodEntry& pod, sim::Time when);
  /// The newest sandbox is not ready any more; `kills_containers`: and what runs in it exits with 137. False if the pod
  /// has no sandbox that is ready.
  bool kill_newest(PodEntry& pod, bool kills_containers);

  sim::Task<runtime::Result<memory::Text>> run_pod_sandbox(const sim::Process& caller,
                                                           runtime::SandboxConfig config) override;
  sim::Task<runtime::Result<>> stop_pod_sandbox(const sim::Process& caller, memory::Text sandbox_id) override;
  sim::Task<runtime::Result<>> remove_pod_sandbox(const sim::Process& caller, memory::Text sandbox_id) override;
  sim::Task<runtime::Result<runtime::SandboxStatus>> pod_sandbox_status(const sim::Process& caller,
                                                                        memory::Text sandbox_id) override;
  sim::Task<runtime::Result<>> update_pod_sandbox_resources(const sim::Process& caller, memory::Text sandbox_id,
                                                            api::LinuxResources resources) override;

 private:
  /// Returns the new sandbox's id.
  memory::Text add_sandbox(const runtime::SandboxConfig& config, bool ready);

  const sim::Process& process_;
  trace::Recorder& recorder_;
  CallServer& server_;
  Inventory& inventory_;
  ContainerLife& life_;
};

}  // namespace podreel::runtime_fake
