// The kubelet processes of a recording.
#pragma once

#include <condition_variable>
#include <mutex>
#include <optional>
#include <string>
#include <sys/types.h>
#include <thread>
#include <vector>

#include "scenarios/simulation/outside_kubelet.hpp"
#include "tools/cri/record/enclosure.hpp"
#include "tools/cri/record/kubelet_commands.hpp"
#include "tools/cri/record/kubelet_launch.hpp"

namespace podreel::cri {

/// Runs one kubelet at a time, each in its own process group; all write the same log. A kubelet that is started while
/// its predecessor still terminates is started after that.
class KubeletProcess final : public simulation::OutsideKubelet {
 public:
  /// `commands` must have a command for every release that is started.
  explicit KubeletProcess(std::vector<KubeletCommand> commands) : commands_{std::move(commands)} {}
  ~KubeletProcess() override { end(); }
  KubeletProcess(const KubeletProcess&) = delete;
  KubeletProcess& operator=(const KubeletProcess&) = delete;

  /// Must be called before the first start. Kubelets run in `enclosure`, if there is one, and end with it.
  void settle_at(KubeletPlace place, const Enclosure* enclosure = nullptr) {
    place_ = std::move(place);
    enclosure_ = enclosure;
  }
  [[nodiscard]] const KubeletPlace& place() const noexcept { return place_; }

  void start(const format::KubeletSettings& settings) override;
  [[nodiscard]] std::string version_of(const format::KubeletSettings& settings) const override;
  void stop(std::string_view signal) override;
  void go_down() override;
  /// Waits until a kubelet that was stopped is gone, and the machine is down. Without an enclosure, the boot id is the
  /// machine's.
  void boot(std::string_view boot_id) override;
  [[nodiscard]] bool runs() const override;

  /// Lets a kubelet that starts run only where other recordings do not, or as they do again (priority.hpp).
  void give_way(bool gives_way);

  /// Returns why the kubelet does not run although it was not stopped: it exited or could not be started. No value if
  /// there is no failure.
  [[nodiscard]] std::optional<std::string> failure() const;
  /// Returns the last lines of its output.
  [[nodiscard]] std::string last_lines() const;
  /// Ends the process with SIGTERM, and with SIGKILL after ten seconds.
  void end();

 private:
  void launch(const std::vector<std::string>& words) noexcept;
  void watch(pid_t process);
  void guard(pid_t process) const;

  std::vector<KubeletCommand> commands_;
  KubeletPlace place_;
  const Enclosure* enclosure_ = nullptr;
  mutable std::mutex mutex_;
  std::condition_variable ended_;
  /// Process group; 0: no process.
  pid_t process_ = 0;
  bool is_wanted_ = false;
  bool is_going_down_ = false;
  std::optional<std::string> failure_;
  /// Arguments of the kubelet to start when the current one has ended.
  std::optional<std::vector<std::string>> next_;
  /// Wait for processes to end.
  std::vector<std::thread> watching_;
};

}  // namespace podreel::cri
