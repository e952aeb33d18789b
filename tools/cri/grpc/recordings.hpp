// Recordings of several scenarios, in parallel.
#pragma once

#include <atomic>
#include <cstddef>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "tools/cri/record/kubelet_commands.hpp"
#include "tools/cri/record/start_slots.hpp"
#include "tools/cri/requests/record_request.hpp"
#include "tools/invocation/context.hpp"

namespace podreel::cri {

class Recording;

/// Each recording has its own runtime, API server, kubelet and output file.
class Recordings {
 public:
  /// `request` and `context` must outlive this object.
  Recordings(const cli::RecordRequest& request, std::vector<KubeletCommand> kubelets, cli::Context& context)
      : request_{request}, kubelets_{std::move(kubelets)}, context_{context} {}

  /// Makes all recordings. A failure is reported, and the others continue; returns the worst exit code. With a single
  /// scenario and without RecordRequest::on_end, throws cli::BadInput if its kubelet fails, and system errors.
  [[nodiscard]] cli::ExitCode run();

  /// Ends recordings in progress, which keep their records, and starts no others. May be called from any thread.
  void give_up() noexcept { is_given_up_ = true; }

 private:
  void record_next_ones();
  [[nodiscard]] cli::ExitCode record(const cli::RecordedScenario& scenario);
  /// Records a scenario, and reports errors.
  [[nodiscard]] cli::ExitCode try_to_record(const cli::RecordedScenario& scenario);
  /// Writes the log of the kubelet, if requested.
  void keep_log(const cli::RecordedScenario& scenario, const Recording& recording) const;
  void report_end(const cli::RecordedScenario& scenario, const std::string& error);
  /// Prints text, with a prefix on each line.
  void say(const cli::RecordedScenario& scenario, std::string_view text);
  void print(std::string_view lines);

  const cli::RecordRequest& request_;
  std::vector<KubeletCommand> kubelets_;
  cli::Context& context_;
  StartSlots starts_;
  std::atomic<bool> is_given_up_{false};
  std::atomic<std::size_t> next_{0};
  /// Protects state of the whole process: its file mode mask.
  std::mutex process_;
  std::mutex print_mutex_;
  cli::ExitCode worst_ = cli::ExitCode::ok;
};

}  // namespace podreel::cri
