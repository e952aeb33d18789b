// The kubelet of a recording: one process after the other.
#pragma once

#include <condition_variable>
#include <mutex>
#include <optional>
#include <string>
#include <sys/types.h>
#include <thread>
#include <vector>

#include "scenarios/simulation/outside_kubelet.hpp"
#include "tools/cri/record/kubelet_commands.hpp"
#include "tools/cri/record/kubelet_launch.hpp"

namespace podreel::cri {

/// Each runs in a process group of its own, and all write one log. One that is started while its predecessor still ends
/// starts when that has ended.
class KubeletProcess final : public simulation::OutsideKubelet {
 public:
  /// `commands` must have one for every release that is started.
  explicit KubeletProcess(std::vector<KubeletCommand> commands) : commands_{std::move(commands)} {}
  ~KubeletProcess() override { end(); }
  KubeletProcess(const KubeletProcess&) = delete;
  KubeletProcess& operator=(const KubeletProcess&) = delete;

  /// Before the first start.
  void settle_at(KubeletPlace place) { place_ = std::move(place); }
  [[nodiscard]] const KubeletPlace& place() const noexcept { return place_; }

  void start(const language::KubeletSettings& settings) override;
  void stop(std::string_view signal) override;
  [[nodiscard]] bool runs() const override;

  /// Why none is there although nobody stopped it: it has ended, or could not be started. Nothing: all is well.
  [[nodiscard]] std::optional<std::string> failure() const;
  /// The end of what it has printed.
  [[nodiscard]] std::string last_lines() const;
  /// No process is left: SIGTERM, and after ten seconds SIGKILL.
  void end();

 private:
  void launch(const std::vector<std::string>& words) noexcept;
  void watch(pid_t process);

  std::vector<KubeletCommand> commands_;
  KubeletPlace place_;
  mutable std::mutex mutex_;
  std::condition_variable ended_;
  /// Its group; 0: none is there.
  pid_t process_ = 0;
  bool is_wanted_ = false;
  std::optional<std::string> failure_;
  /// What is started when the present one has ended.
  std::optional<std::vector<std::string>> next_;
  std::vector<std::thread> watching_;
};

}  // namespace podreel::cri
