// A kubelet that lives through a scenario, and everything that it has around it.
#pragma once

#include <atomic>
#include <chrono>
#include <future>
#include <optional>
#include <string_view>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

#include "tools/cri/grpc/cri_server.hpp"
#include "tools/cri/kubelet_log/read_log.hpp"
#include "tools/cri/record/kubelet_process.hpp"
#include "tools/cri/record/own_folder.hpp"
#include "tools/cri/record/paced_runtime.hpp"
#include "tools/cri/record/pod_network.hpp"
#include "tools/cri/record/static_pod_files.hpp"
#include "tools/cri/requests/record_request.hpp"
#include "tools/serve/http_server.hpp"

namespace podreel::cri {

class Recording {
 public:
  /// What a recording is made of.
  struct Wanted {
    const cli::RecordedScenario& scenario;
    double speed;
    std::vector<KubeletCommand> kubelets;
    EventFeed::Complain complain;
    /// From then on it ends as soon as it can.
    const std::atomic<bool>& is_given_up;
  };

  /// Listens, and starts nothing. What `wanted` refers to must outlive it. One at a time is made in a process. Throws
  /// cli::BadInput and std::system_error.
  explicit Recording(Wanted wanted);
  ~Recording() { end(); }
  Recording(const Recording&) = delete;
  Recording& operator=(const Recording&) = delete;

  /// From the start of the kubelet to the scenario's end. Throws cli::BadInput where the kubelet fails.
  void run();
  /// Nothing that was started is left.
  void end();

  // After the end.

  /// The records of all sides, with those that the kubelet's log gives.
  [[nodiscard]] ReadLog take();
  [[nodiscard]] PacedLoop::Lateness lateness() const noexcept { return runtime_.loop().lateness(); }

 private:
  /// What the thread says that owns the session.
  template <class Question>
  std::invoke_result_t<Question> ask_server(Question question) {
    std::packaged_task<std::invoke_result_t<Question>()> task{std::move(question)};
    http_.post([&task] { task(); });
    return task.get_future().get();
  }

  [[nodiscard]] const language::Scenario& scenario() const noexcept { return wanted_.scenario.scenario; }
  [[nodiscard]] std::chrono::nanoseconds on_wall(sim::Duration simulated) const;
  void start_kubelet();
  void wait_until_ready();
  void live_until(std::chrono::steady_clock::time_point end) const;
  /// Of the kubelet, with its last lines.
  [[noreturn]] void fail(std::string_view what) const;

  Wanted wanted_;
  OwnFolder folder_;
  language::Scenario quiet_;
  PacedRuntime waiting_;
  PacedRuntime runtime_;
  KubeletProcess kubelet_;
  server::Session session_;
  StaticPodFiles static_pods_;
  RecordedLines lines_;
  server::HttpServer http_;
  PodAddresses addresses_;
  PodNetwork network_;
  CriServer cri_;
  std::thread serving_;
  /// On the wall clock, when the scenario did; no value: it has not yet.
  std::optional<sim::Time> began_;
};

}  // namespace podreel::cri
