// CRI's two services on a fake runtime, without a word about how calls arrive.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "runtime_fake/fake_runtime.hpp"
#include "tools/cri/runtime/error_code.hpp"
#include "tools/cri/runtime/event_feed.hpp"
#include "tools/cri/runtime/known_images.hpp"
#include "tools/cri/runtime/objects.hpp"
#include "tools/cri/runtime/scenario_pods.hpp"
#include "tools/cri/runtime/store.hpp"

namespace podreel::cri {

/// Every call completes at the simulated instant at which the script lets it; its errors have the codes that containerd
/// gives (internal/cri/server). Ids may be abbreviated.
class RuntimeService {
 public:
  struct Dependencies {
    runtime_fake::FakeRuntime& runtime;
    Store& store;
    EventFeed& feed;
    const ScenarioPods& pods;
    KnownImages& images;
    /// The runtime's time.
    const sim::Process& process;
    Pace pace;
  };
  explicit RuntimeService(const Dependencies& parts) : parts_{parts} {}

  [[nodiscard]] EventFeed& feed() const noexcept { return parts_.feed; }
  /// Called when a container has been started, before its caller hears of it.
  void when_started(std::function<void()> listener) { started_ = std::move(listener); }

  template <class T = void>
  using Answer = sim::Task<runtime::Result<T>>;

  [[nodiscard]] Answer<> version(const sim::Process& caller) { return parts_.runtime.version(caller); }
  [[nodiscard]] Answer<runtime::RuntimeStatus> status(const sim::Process& caller) {
    return parts_.runtime.status(caller);
  }
  /// A call of which only matters when it answers.
  [[nodiscard]] Answer<> ask(const sim::Process& caller, std::string call) {
    return parts_.runtime.ask(caller, call, {}, {});
  }

  /// Returns the sandbox's id.
  [[nodiscard]] Answer<std::string> run_pod_sandbox(const sim::Process& caller, SandboxConfig config);
  /// These two succeed for what is not there.
  [[nodiscard]] Answer<> stop_pod_sandbox(const sim::Process& caller, std::string id);
  [[nodiscard]] Answer<> remove_pod_sandbox(const sim::Process& caller, std::string id);
  [[nodiscard]] Answer<SandboxView> pod_sandbox_status(const sim::Process& caller, std::string id);
  [[nodiscard]] Answer<std::vector<SandboxView>> list_pod_sandbox(const sim::Process& caller, SandboxFilter filter);
  [[nodiscard]] Answer<> update_pod_sandbox_resources(const sim::Process& caller, std::string id, Resources resources);

  /// Returns the container's id.
  [[nodiscard]] Answer<std::string> create_container(const sim::Process& caller, std::string sandbox_id,
                                                     ContainerConfig config);
  [[nodiscard]] Answer<> start_container(const sim::Process& caller, std::string id);
  /// These two succeed for what is not there; what runs is killed before it is removed. `timeout` in seconds.
  [[nodiscard]] Answer<> stop_container(const sim::Process& caller, std::string id, std::int64_t timeout);
  [[nodiscard]] Answer<> remove_container(const sim::Process& caller, std::string id);
  [[nodiscard]] Answer<std::vector<ContainerView>> list_containers(const sim::Process& caller, ContainerFilter filter);
  [[nodiscard]] Answer<ContainerView> container_status(const sim::Process& caller, std::string id);
  [[nodiscard]] Answer<> update_container_resources(const sim::Process& caller, std::string id, Resources resources);
  /// `timeout` in seconds; 0: for ever.
  [[nodiscard]] Answer<runtime::ExecResult> exec_sync(const sim::Process& caller, std::string id,
                                                      std::vector<std::string> command, std::int64_t timeout);
  [[nodiscard]] Answer<> reopen_container_log(const sim::Process& caller, std::string id);

  /// Of those that run.
  [[nodiscard]] Answer<std::vector<ContainerUse>> list_container_stats(const sim::Process& caller,
                                                                       ContainerFilter filter);
  [[nodiscard]] Answer<ContainerUse> container_stats(const sim::Process& caller, std::string id);
  /// Of those that are ready.
  [[nodiscard]] Answer<std::vector<SandboxUse>> list_pod_sandbox_stats(const sim::Process& caller,
                                                                       SandboxFilter filter);
  [[nodiscard]] Answer<SandboxUse> pod_sandbox_stats(const sim::Process& caller, std::string id);

  /// All, where `image` is empty.
  [[nodiscard]] Answer<std::vector<ImageView>> list_images(const sim::Process& caller, std::string image);
  /// No value: it is not on the node.
  [[nodiscard]] Answer<std::optional<ImageView>> image_status(const sim::Process& caller, std::string image);
  /// Returns the image's id.
  [[nodiscard]] Answer<std::string> pull_image(const sim::Process& caller, std::string image,
                                               std::optional<SandboxConfig> sandbox);
  /// Succeeds for what is not there.
  [[nodiscard]] Answer<> remove_image(const sim::Process& caller, std::string image);
  [[nodiscard]] Answer<ImageFilesystem> image_fs_info(const sim::Process& caller);

 private:
  [[nodiscard]] std::int64_t now() const;
  [[nodiscard]] ContainerUse use_of(const ContainerRecordPtr& container) const;
  [[nodiscard]] SandboxUse use_of(const SandboxRecordPtr& sandbox) const;
  [[nodiscard]] std::optional<ImageView> view_of_image(const std::string& name) const;

  Dependencies parts_;
  std::function<void()> started_;
};

/// NotFound, of what is called so.
[[nodiscard]] runtime::Error nothing_called(std::string_view kind, std::string_view id);

/// A text that is no error, which might as well be made of one.
[[nodiscard]] inline runtime::Result<std::string> text_answer(std::string text) {
  return {boost::system::in_place_value, std::move(text)};
}

}  // namespace podreel::cri
