// Contents of the runtime as a kubelet lists them.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "engine/runtime.hpp"
#include "engine/sim/process.hpp"
#include "runtime_fake/call_server.hpp"
#include "runtime_fake/inventory.hpp"

namespace podreel::runtime_fake {

class PodListing final : public runtime::PodLister {
 public:
  /// All must outlive the listing.
  PodListing(const sim::Process& process, CallServer& server, const Inventory& inventory)
      : process_{process}, server_{server}, inventory_{inventory} {}

  sim::Task<runtime::Result<std::vector<runtime::RunningPod>>> get_pods(const sim::Process& caller, bool all) override;
  sim::Task<runtime::Result<runtime::RunningPod>> get_pod(const sim::Process& caller, memory::Text pod_uid) override;
  sim::Task<runtime::Result<runtime::PodStatusPtr>> get_pod_status(const sim::Process& caller,
                                                                   memory::Text pod_uid) override;

  /// As ChangeFeed::pods_changed_since.
  [[nodiscard]] std::optional<std::vector<runtime::RunningPod>> pods_changed_since(std::uint64_t version) const;

 private:
  struct Inspection {
    Verdict verdict;
    /// Sandboxes and containers that are not found, and the first error that says so.
    std::vector<memory::Text> vanished_ids;
    std::shared_ptr<const runtime::Error> vanished;
  };
  /// GetPodStatus fetches every sandbox of the pod, then every container, newest first, up to the first failure; an
  /// object that is not found is none.
  [[nodiscard]] Inspection inspect(const memory::Text& uid);

  const sim::Process& process_;
  CallServer& server_;
  const Inventory& inventory_;
};

}  // namespace podreel::runtime_fake
