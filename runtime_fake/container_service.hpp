// CRI's calls that create, start, stop, resize and remove containers.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "engine/runtime.hpp"
#include "engine/sim/process.hpp"
#include "engine/timing/timing.hpp"
#include "runtime_fake/call_server.hpp"
#include "runtime_fake/container_life.hpp"
#include "runtime_fake/inventory.hpp"
#include "runtime_fake/oom_killer.hpp"
#include "runtime_fake/sandbox_service.hpp"

namespace podreel::runtime_fake {

class ContainerService final : public runtime::ContainerManager {
 public:
  /// All must outlive the service. `reports_resources` as in RuntimeScript.
  ContainerService(const sim::Process& process, timing::Timing& timing, CallServer& server, Inventory& inventory,
                   ContainerLife& life, SandboxService& sandboxes, OomKiller& oom_killer, bool reports_resources)
      : process_{process},
        timing_{timing},
        server_{server},
        inventory_{inventory},
        life_{life},
        sandboxes_{sandboxes},
        oom_killer_{oom_killer},
        reports_resources_{reports_resources} {}

  sim::Task<runtime::Result<memory::Text>> create_container(const sim::Process& caller, memory::Text sandbox_id,
                                                            runtime::ContainerConfig config) override;
  sim::Task<runtime::Result<>> start_container(const sim::Process& caller, memory::Text container_id) override;
  sim::Task<runtime::Result<>> stop_container(const sim::Process& caller, memory::Text container_id,
                                              sim::Duration timeout) override;
  sim::Task<runtime::Result<>> remove_container(const sim::Process& caller, memory::Text container_id) override;
  sim::Task<runtime::Result<>> container_status(const sim::Process& caller, memory::Text container_id) override;
  sim::Task<runtime::Result<std::vector<memory::Text>>> list_running_containers(const sim::Process& caller) override;
  sim::Task<runtime::Result<>> update_container_resources(const sim::Process& caller, memory::Text container_id,
                                                          api::LinuxResources resources) override;
  [[nodiscard]] std::optional<runtime::ContainerConfig> stored_config(std::string_view container_id) const override;

 private:
  [[nodiscard]] runtime::Result<memory::Text> create(const memory::Text& sandbox_id,
                                                     const runtime::ContainerConfig& config);
  [[nodiscard]] runtime::Result<> start(const memory::Text& container_id, const std::optional<std::string>& error);
  /// SIGTERM, patience, SIGKILL. Given up before the SIGKILL if nobody waits for the answer any more.
  void stop(const std::shared_ptr<Reply<void>>& reply, const memory::Text& container_id, sim::Duration timeout);

  const sim::Process& process_;
  timing::Timing& timing_;
  CallServer& server_;
  Inventory& inventory_;
  ContainerLife& life_;
  SandboxService& sandboxes_;
  OomKiller& oom_killer_;
  bool reports_resources_;
  NamePool words_;
};

}  // namespace podreel::runtime_fake
