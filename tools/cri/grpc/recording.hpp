// A recording of one kubelet, with its runtime and API server.
#pragma once

#include <atomic>
#include <chrono>
#include <future>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

#include "tools/cri/grpc/cri_server.hpp"
#include "tools/cri/kubelet_log/read_log.hpp"
#include "tools/cri/record/enclosure.hpp"
#include "tools/cri/record/kubelet_process.hpp"
#include "tools/cri/record/paced_runtime.hpp"
#include "tools/cri/record/pod_network.hpp"
#include "tools/cri/record/start_slots.hpp"
#include "tools/cri/record/static_pod_files.hpp"
#include "tools/cri/requests/record_request.hpp"
#include "tools/net/machine_watch.hpp"
#include "tools/serve/http_server.hpp"

namespace podreel::cri {

class Recording {
 public:
  /// The inputs of a recording.
  struct Wanted {
    const cli::RecordedScenario& scenario;
    double speed;
    std::vector<KubeletCommand> kubelets;
    EventFeed::Complain complain;
    StartSlots& starts;
    /// Set to true to end the recording as soon as possible.
    const std::atomic<bool>& is_given_up;
  };

  /// Starts to listen, but starts no kubelet. The objects that `wanted` refers to must outlive this object. Only one
  /// object may be constructed at a time. Throws cli::BadInput and std::system_error.
  explicit Recording(Wanted wanted);
  ~Recording() { end(); }
  Recording(const Recording&) = delete;
  Recording& operator=(const Recording&) = delete;

  /// Runs from the start of the kubelet to the end of the scenario. Throws cli::BadInput if the kubelet fails.
  void run();
  /// Ends everything that was started.
  void end();

  /// Returns the path of the kubelet's log.
  [[nodiscard]] std::string kubelet_log() const { return kubelet_.place().log(); }

  // Call this after end().

  /// Returns the records of the runtime, the API server and the kubelet's log.
  [[nodiscard]] ReadLog take();
  /// Returns a line with the largest delay since the start of the scenario, as describe_lateness() does.
  [[nodiscard]] std::string describe_delays(std::string_view who) const;

 private:
  /// Returns the answer of a function that runs on the session's thread.
  template <class Question>
  std::invoke_result_t<Question> ask_server(Question question) {
    std::packaged_task<std::invoke_result_t<Question>()> task{std::move(question)};
    http_.post([&task] { task(); });
    return task.get_future().get();
  }

  [[nodiscard]] const format::Scenario& scenario() const noexcept { return wanted_.scenario.scenario; }
  [[nodiscard]] std::chrono::nanoseconds on_wall(sim::Duration simulated) const;
  /// Lets the API server know what the kubelet has reported of its node.
  void note_allocatable();
  /// Records versions of pods from now on.
  void record_pod_versions();
  void start_kubelet();
  void wait_until_ready();
  /// Whether the node is Ready and the kubelet watches pods. Must be called on the session's thread.
  [[nodiscard]] bool is_ready() const;
  void live_until(std::chrono::steady_clock::time_point end) const;
  /// Throws if the simulation of the cluster has failed.
  void check_api_server();
  /// Returns the records that name the kubelets and the largest delay.
  [[nodiscard]] std::vector<RecordedLine> statements_about_recording() const;
  /// Returns the record with the addresses, paths and error texts of the simulation.
  [[nodiscard]] std::string simulated(std::string record) const;
  /// Throws an error of the kubelet, with its last log lines.
  [[noreturn]] void fail(std::string_view what) const;

  Wanted wanted_;
  Enclosure enclosure_;
  format::Scenario quiet_;
  PacedRuntime waiting_;
  PacedRuntime runtime_;
  KubeletProcess kubelet_;
  serve::Session session_;
  StaticPodFiles static_pods_;
  RecordedLines lines_;
  /// The node's, as its kubelet has reported them.
  api::ResourceList allocatable_;
  /// Versions of pods, if they are recorded.
  std::vector<RecordedLine> pod_lines_;
  serve::HttpServer http_;
  PodAddresses addresses_;
  PodNetwork network_;
  CriServer cri_;
  std::thread serving_;
  /// Watches the machine from the start of the scenario on.
  std::optional<MachineWatch> machine_;
  /// Wall-clock start time of the scenario; no value before the start.
  std::optional<sim::Time> began_;
  /// No value: it is under way, or its kubelet failed.
  std::optional<sim::Time> ended_;
};

}  // namespace podreel::cri
