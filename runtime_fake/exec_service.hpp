// Commands in containers, and requests over the pod's network.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/runtime.hpp"
#include "engine/sim/process.hpp"
#include "engine/timing/timing.hpp"
#include "runtime_fake/call_server.hpp"
#include "runtime_fake/container_life.hpp"
#include "runtime_fake/inventory.hpp"
#include "runtime_fake/scripted_chances.hpp"

namespace podreel::runtime_fake {

/// Answers what probes and hooks ask as the pod's script says.
class ExecService final : public runtime::CommandRunner {
 public:
  /// All must outlive the service.
  ExecService(const sim::Process& process, timing::Timing& timing, CallServer& server, Inventory& inventory,
              ContainerLife& life)
      : process_{process}, server_{server}, inventory_{inventory}, life_{life}, chances_{timing} {}

  sim::Task<runtime::Result<runtime::ExecResult>> exec_sync(const sim::Process& caller, memory::Text container_id,
                                                            std::vector<std::string> command,
                                                            sim::Duration timeout) override;
  sim::Task<NetworkAnswer> probe_network(const sim::Process& caller, memory::Text container_id, NetworkProbe probe,
                                         sim::Duration timeout) override;
  [[nodiscard]] std::optional<SteadyAnswer<NetworkAnswer>> steady_network_answer(
      const memory::Text& container_id, NetworkProbe::Kind kind) const override;
  [[nodiscard]] std::optional<SteadyAnswer<runtime::ExecResult>> steady_exec_answer(
      const memory::Text& container_id, const std::vector<std::string>& command) const override;

 private:
  using ExecReplyPtr = std::shared_ptr<Reply<runtime::ExecResult>>;

  struct Drawn {
    sim::Duration takes{};
    bool fails = false;
  };
  /// Draws how an answer of the container turns out this time.
  [[nodiscard]] Drawn draw(std::string_view what, const PodEntry& pod, const Container& container,
                           const ScriptedSpan& takes, const ScriptedOdds& fails);
  void execute(const ExecReplyPtr& reply, const memory::Text& container_id, const std::vector<std::string>& command,
               sim::Duration timeout);
  static void finish(const ExecReplyPtr& reply, runtime::ExecResult result);
  /// When the pod's answers may change; Time::max(): never.
  [[nodiscard]] sim::Time next_turn(const PodEntry& pod, const Container& container) const;

  const sim::Process& process_;
  CallServer& server_;
  Inventory& inventory_;
  ContainerLife& life_;
  ScriptedChances chances_;
};

}  // namespace podreel::runtime_fake
