// A runtime that has what a test lists, for tests of those who look at it.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/change_feed.hpp"
#include "scenarios/batch/scripted_runtime.hpp"

namespace podreel::testing {

/// Every look is noted, takes as long as the test says, and fails if it says so. Each pod has one container, whose id
/// is the pod's UID with "-0".
class ListedRuntime final : public batch::ScriptedRuntime, public runtime::ChangeFeed {
 public:
  explicit ListedRuntime(const sim::Process& process) : ScriptedRuntime{{}}, began_{process.now()} {}

  /// The pod's container is in this state now; `reports`: and the feed says so.
  void set(const memory::Text& uid, runtime::ContainerState state, bool reports = true);
  void remove(const memory::Text& uid);
  /// The feed's listeners hear that something may be otherwise.
  void report() const;

  /// Answers with an error from now on.
  bool lists_fail = false;
  bool looks_fail = false;
  bool statuses_fail = false;
  bool says_nothing = false;
  sim::Duration list_takes{};
  sim::Duration look_takes{};
  sim::Duration status_takes{};
  runtime::RuntimeStatus says;
  /// What the feed says.
  bool is_instant = true;
  bool knows_changes = true;
  /// IPs of every pod.
  api::IpList ips;
  runtime::SandboxState sandboxes = runtime::SandboxState::ready;

  /// "list at 1000": what was looked at, in milliseconds since the beginning.
  std::vector<std::string> looks;

  sim::Task<runtime::Result<std::vector<runtime::RunningPod>>> get_pods(const sim::Process& caller, bool all) override;
  sim::Task<runtime::Result<runtime::RunningPod>> get_pod(const sim::Process& caller, memory::Text pod_uid) override;
  sim::Task<runtime::Result<runtime::PodStatusPtr>> get_pod_status(const sim::Process& caller,
                                                                   memory::Text pod_uid) override;
  sim::Task<runtime::Result<runtime::RuntimeStatus>> status(const sim::Process& caller) override;

  [[nodiscard]] std::uint64_t observable_version() const noexcept override { return version_; }
  [[nodiscard]] bool relist_is_instant() const noexcept override { return is_instant; }
  void on_observable_change(ChangeListener listener) override { listeners_.push_back(std::move(listener)); }
  [[nodiscard]] std::optional<std::vector<runtime::RunningPod>> pods_changed_since(
      std::uint64_t version) const override;

 private:
  struct Listed {
    runtime::RunningPod pod;
    std::uint64_t version = 0;
  };
  void note(const sim::Process& caller, std::string what);

  sim::Time began_;
  std::uint64_t version_ = 1;
  std::map<memory::Text, Listed> pods_;
  std::vector<ChangeListener> listeners_;
};

}  // namespace podreel::testing
