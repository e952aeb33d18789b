// CRI's two services on a fake runtime, independent of the transport.
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

/// Every call completes at the simulated time that the script determines. Errors have the codes of containerd
/// (internal/cri/server). Ids may be abbreviated.
class RuntimeService {
 public:
  struct Dependencies {
    runtime_fake::FakeRuntime& runtime;
    Store& store;
    EventFeed& feed;
    const ScenarioPods& pods;
    KnownImages& images;
    /// Process that provides the runtime's time.
    const sim::Process& process;
    Pace pace;
  };
  explicit RuntimeService(const Dependencies& parts) : parts_{parts} {}

  [[nodiscard]] EventFeed& feed() const noexcept { return parts_.feed; }
  /// Sets a function that is called when a container has been started, before the caller gets its answer.
  void on_started(std::function<void()> listener) { started_ = std::move(listener); }
  /// Sets a function that is called when a client lists all sandboxes, ready or not, as relists do.
  void on_all_listed(std::function<void()> listener) { all_listed_ = std::move(listener); }

  template <class T = void>
  using Answer = sim::Task<runtime::Result<T>>;

  [[nodiscard]] Answer<> version(const sim::Process& caller) { return parts_.runtime.version(caller); }
  [[nodiscard]] Answer<runtime::RuntimeStatus> status(const sim::Process& caller) {
    return parts_.runtime.status(caller);
  }
  /// Performs a call of which only the time of the answer matters.
  [[nodiscard]] Answer<> ask(const sim::Process& caller, std::string call) {
    return parts_.runtime.ask(caller, call, {}, {});
  }

  /// Returns the sandbox's id.
  [[nodiscard]] Answer<std::string> run_pod_sandbox(const sim::Process& caller, SandboxConfig config);
  /// These two succeed for sandboxes that do not exist.
  [[nodiscard]] Answer<> stop_pod_sandbox(const sim::Process& caller, std::string id);
  [[nodiscard]] Answer<> remove_pod_sandbox(const sim::Process& caller, std::string id);
  [[nodiscard]] Answer<SandboxView> pod_sandbox_status(const sim::Process& caller, std::string id);
  [[nodiscard]] Answer<std::vector<SandboxView>> list_pod_sandbox(const sim::Process& caller, SandboxFilter filter);
  [[nodiscard]] Answer<> update_pod_sandbox_resources(const sim::Process& caller, std::string id, Resources resources);

  /// Returns the container's id.
  [[nodiscard]] Answer<std::string> create_container(const sim::Process& caller, std::string sandbox_id,
                                                     ContainerConfig config);
  [[nodiscard]] Answer<> start_container(const sim::Process& caller, std::string id);
  /// These two succeed for containers that do not exist; a running container is killed before it is removed. `timeout`
  /// is in seconds.
  [[nodiscard]] Answer<> stop_container(const sim::Process& caller, std::string id, std::int64_t timeout);
  [[nodiscard]] Answer<> remove_container(const sim::Process& caller, std::string id);
  [[nodiscard]] Answer<std::vector<ContainerView>> list_containers(const sim::Process& caller, ContainerFilter filter);
  [[nodiscard]] Answer<ContainerView> container_status(const sim::Process& caller, std::string id);
  [[nodiscard]] Answer<> update_container_resources(const sim::Process& caller, std::string id, Resources resources);
  /// `timeout` is in seconds; 0: no timeout.
  [[nodiscard]] Answer<runtime::ExecResult> exec_sync(const sim::Process& caller, std::string id,
                                                      std::vector<std::string> command, std::int64_t timeout);
  [[nodiscard]] Answer<> reopen_container_log(const sim::Process& caller, std::string id);

  /// Lists running containers only.
  [[nodiscard]] Answer<std::vector<ContainerUse>> list_container_stats(const sim::Process& caller,
                                                                       ContainerFilter filter);
  [[nodiscard]] Answer<ContainerUse> container_stats(const sim::Process& caller, std::string id);
  /// Lists ready sandboxes only.
  [[nodiscard]] Answer<std::vector<SandboxUse>> list_pod_sandbox_stats(const sim::Process& caller,
                                                                       SandboxFilter filter);
  [[nodiscard]] Answer<SandboxUse> pod_sandbox_stats(const sim::Process& caller, std::string id);

  /// Lists all images if `image` is empty.
  [[nodiscard]] Answer<std::vector<ImageView>> list_images(const sim::Process& caller, std::string image);
  /// No value: the image is not on the node.
  [[nodiscard]] Answer<std::optional<ImageView>> image_status(const sim::Process& caller, std::string image);
  /// Returns the image's id.
  [[nodiscard]] Answer<std::string> pull_image(const sim::Process& caller, std::string image,
                                               std::optional<SandboxConfig> sandbox);
  /// Succeeds for images that do not exist.
  [[nodiscard]] Answer<> remove_image(const sim::Process& caller, std::string image);
  [[nodiscard]] Answer<ImageFilesystem> image_fs_info(const sim::Process& caller);

 private:
  [[nodiscard]] std::int64_t now() const;
  [[nodiscard]] ContainerUse use_of(const ContainerRecordPtr& container) const;
  [[nodiscard]] SandboxUse use_of(const SandboxRecordPtr& sandbox) const;
  [[nodiscard]] std::optional<ImageView> view_of_image(const std::string& name) const;

  Dependencies parts_;
  std::function<void()> started_;
  std::function<void()> all_listed_;
};

/// Returns a NotFound error for an object.
[[nodiscard]] runtime::Error nothing_called(std::string_view kind, std::string_view id);

/// Returns a successful text result. A constructor call would be ambiguous, because an error is also made of a text.
[[nodiscard]] inline runtime::Result<std::string> text_answer(std::string text) {
  return {boost::system::in_place_value, std::move(text)};
}

}  // namespace podreel::cri
