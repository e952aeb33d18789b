// Many recordings, some of them at a time.
#pragma once

#include <atomic>
#include <cstddef>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "tools/cri/record/kubelet_commands.hpp"
#include "tools/cri/requests/record_request.hpp"
#include "tools/invocation/context.hpp"

namespace podreel::cri {

/// Each has a runtime, an API server and a kubelet of its own, and becomes a file of its own.
class Recordings {
 public:
  /// `request` and `context` must outlive it.
  Recordings(const cli::RecordRequest& request, std::vector<KubeletCommand> kubelets, cli::Context& context)
      : request_{request}, kubelets_{std::move(kubelets)}, context_{context} {}

  /// All of them. One that fails is told, and the others go on. The exit code is that of the worst. Throws only where
  /// there is but one: cli::BadInput where its kubelet fails, and what the system cannot do.
  [[nodiscard]] cli::ExitCode run();

  /// Those under way end, and keep what was recorded until then; the others are not begun. From any thread.
  void give_up() noexcept { is_given_up_ = true; }

 private:
  void record_next_ones();
  [[nodiscard]] cli::ExitCode record(const cli::RecordedScenario& scenario);
  /// Whatever is wrong is told.
  [[nodiscard]] cli::ExitCode try_to_record(const cli::RecordedScenario& scenario);
  /// Each line of it says what it is about.
  void say(const cli::RecordedScenario& scenario, std::string_view text);
  void tell(std::string_view lines);

  const cli::RecordRequest& request_;
  std::vector<KubeletCommand> kubelets_;
  cli::Context& context_;
  std::atomic<bool> is_given_up_{false};
  std::atomic<std::size_t> next_{0};
  /// What belongs to the whole process: its file mode mask.
  std::mutex process_;
  std::mutex telling_;
  cli::ExitCode worst_ = cli::ExitCode::ok;
};

}  // namespace podreel::cri
