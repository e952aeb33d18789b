#include "tools/cri/grpc/record.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <future>
#include <ostream>
#include <system_error>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

#include "engine/trace/json_line.hpp"
#include "tools/cli/bad_input.hpp"
#include "tools/cli/output_file.hpp"
#include "tools/cri/ending_signals.hpp"
#include "tools/cri/grpc/cri_server.hpp"
#include "tools/cri/log_files.hpp"
#include "tools/cri/machine_watch.hpp"
#include "tools/cri/record/kubelet_process.hpp"
#include "tools/cri/record/recording_limits.hpp"
#include "tools/cri/wall_clock.hpp"
#include "tools/cri/wire_limits.hpp"
#include "tools/server/http_server.hpp"
#include "tools/server/kubeconfig.hpp"
#include "tools/server/kubelet_requests.hpp"

namespace podreel::cri {

namespace {

using namespace std::chrono_literals;

/// Before the kubelet is asked again whether it is so far.
constexpr std::chrono::milliseconds pause{20};

struct Line {
  sim::Duration at{};
  std::string text;
};

/// Records of one side, as lines.
class Lines final : public trace::Sink {
 public:
  explicit Lines(sim::Time start) : start_{start} {}
  void write(const trace::Record& record) override {
    Line& line = lines_.emplace_back(Line{record.time - start_, {}});
    trace::append_json_line(line.text, record, start_);
  }
  [[nodiscard]] std::vector<Line>& lines() noexcept { return lines_; }

 private:
  sim::Time start_;
  std::vector<Line> lines_;
};

/// A folder that is gone when this is.
class OwnFolder {
 public:
  OwnFolder() {
    if (::mkdtemp(path_.data()) == nullptr) throw std::system_error{errno, std::generic_category(), path_};
    std::filesystem::create_directory(path_ + "/manifests");
  }
  ~OwnFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  OwnFolder(const OwnFolder&) = delete;
  OwnFolder& operator=(const OwnFolder&) = delete;
  [[nodiscard]] const std::string& path() const noexcept { return path_; }

 private:
  std::string path_ = (std::filesystem::temp_directory_path() / "podreel-record-XXXXXX").string();
};

/// A runtime on a thread of its own.
class PacedRuntime {
 public:
  PacedRuntime(const language::Scenario& scenario, double speed, const EventFeed::Complain& complain)
      : pace_{wall_time(), speed},
        served_{scenario, pace_, logs_, complain},
        lines_{pace_.began()},
        loop_{served_.scheduler(), pace_, clock_of(pace_)} {
    served_.recorder().add(lines_);
  }
  ~PacedRuntime() { stop(); }
  PacedRuntime(const PacedRuntime&) = delete;
  PacedRuntime& operator=(const PacedRuntime&) = delete;

  /// Its scenario begins now.
  void begin() {
    thread_ = std::thread{[this] { loop_.run_from_now(); }};
    std::promise<void> begun;
    loop_.post([&begun] { begun.set_value(); });
    begun.get_future().wait();
  }
  void stop() {
    if (!thread_.joinable()) return;
    loop_.stop();
    thread_.join();
    served_.recorder().flush();
  }
  [[nodiscard]] Host host() noexcept { return {served_, loop_}; }
  [[nodiscard]] const PacedLoop& loop() const noexcept { return loop_; }
  [[nodiscard]] std::vector<Line>& lines() noexcept { return lines_.lines(); }

 private:
  Pace pace_;
  LogFiles logs_;
  ServedRuntime served_;
  Lines lines_;
  PacedLoop loop_;
  std::thread thread_;
};

/// A runtime for a kubelet that starts, in which nothing happens.
language::Scenario without_script(const language::Scenario& scenario) {
  language::Scenario quiet = scenario;
  quiet.runtime = {};
  quiet.timeline.clear();
  return quiet;
}

/// Everything that a kubelet has around it, and the kubelet.
class Recording {
 public:
  Recording(const cli::RecordRequest& request, std::vector<KubeletCommand> commands,
            const EventFeed::Complain& complain)
      : request_{request},
        quiet_{without_script(request.scenario)},
        waiting_{quiet_, request.speed, complain},
        runtime_{request.scenario, request.speed, complain},
        kubelet_{std::move(commands)},
        session_{request.scenario, kubelet_, wall_time()},
        lines_{session_.simulation.node().start_time()},
        http_{session_, {}, false, {}, 4ms},
        cri_{waiting_.host(), folder_.path() + "/cri.sock", "the runtime's socket"} {}
  ~Recording() { end(); }
  Recording(const Recording&) = delete;
  Recording& operator=(const Recording&) = delete;

  void run() {
    waiting_.begin();
    serving_ = std::thread{[this] { static_cast<void>(http_.run({})); }};
    const KubeletPlace place{folder_.path(), folder_.path() + "/cri.sock", http_.url(), request_.scenario.node.name};
    std::ofstream{place.kubeconfig()} << server::kubeconfig_of(place.server_url);
    kubelet_.settle_at(place);
    kubelet_.start(request_.scenario.node.kubelet);
    const auto started = std::chrono::steady_clock::now();
    wait_until_ready();
    live_until(started + on_wall(up_before(request_.scenario)));
    if (is_over_) return;
    runtime_.begin();
    cri_.switch_to(runtime_.host());
    ask_server([this] {
      session_.simulation.node().recorder().add(lines_);
      session_.simulation.begin_timeline();
      session_.pace.go_on(request_.speed, {}, std::chrono::steady_clock::now().time_since_epoch());
    });
    live_until(std::chrono::steady_clock::now() + on_wall(request_.length));
  }

  void give_up() noexcept { is_over_ = true; }
  [[nodiscard]] bool was_given_up() const noexcept { return is_over_; }

  void end() {
    kubelet_.end();
    cri_.shut_down();
    if (serving_.joinable()) {
      http_.stop();
      serving_.join();
    }
    runtime_.stop();
    waiting_.stop();
  }

  /// After the end.
  [[nodiscard]] std::vector<Line> lines() {
    session_.simulation.node().recorder().flush();
    std::vector<Line> all = std::move(lines_.lines());
    std::ranges::move(runtime_.lines(), std::back_inserter(all));
    std::erase_if(all, [this](const Line& line) { return line.at > request_.length; });
    std::ranges::stable_sort(all, {}, &Line::at);
    return all;
  }
  [[nodiscard]] PacedLoop::Lateness lateness() const noexcept { return runtime_.loop().lateness(); }

 private:
  /// What the thread says that owns the session.
  template <class Question>
  std::invoke_result_t<Question> ask_server(Question question) {
    std::packaged_task<std::invoke_result_t<Question>()> task{std::move(question)};
    http_.post([&task] { task(); });
    return task.get_future().get();
  }

  [[nodiscard]] std::chrono::nanoseconds on_wall(sim::Duration simulated) const {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(simulated / request_.speed);
  }

  void live_until(std::chrono::steady_clock::time_point end) const {
    while (!is_over_ && std::chrono::steady_clock::now() < end) {
      fail_with_kubelet("it ended by itself");
      std::this_thread::sleep_for(pause);
    }
  }

  void wait_until_ready() {
    constexpr std::chrono::seconds patience{60};
    const auto end = std::chrono::steady_clock::now() + patience;
    while (!is_over_) {
      if (!ask_server([this] { return server::ready_node(session_.simulation); }).empty()) return;
      fail_with_kubelet("it does not start");
      if (std::chrono::steady_clock::now() > end) {
        throw cli::BadInput{fmt::format("the kubelet: its node is not Ready within {} s; what it said last:\n{}",
                                        patience.count(), kubelet_.last_lines())};
      }
      std::this_thread::sleep_for(pause);
    }
  }

  void fail_with_kubelet(std::string_view what) const {
    if (!kubelet_.has_failed()) return;
    throw cli::BadInput{fmt::format("the kubelet: {}; what it said last:\n{}", what, kubelet_.last_lines())};
  }

  const cli::RecordRequest& request_;
  OwnFolder folder_;
  language::Scenario quiet_;
  PacedRuntime waiting_;
  PacedRuntime runtime_;
  KubeletProcess kubelet_;
  server::Session session_;
  Lines lines_;
  server::HttpServer http_;
  CriServer cri_;
  std::thread serving_;
  std::atomic<bool> is_over_{false};
};

void refuse_what_cannot_be(const language::Scenario& scenario) {
  std::vector<std::string> refused = wire_limits(scenario).refused;
  std::ranges::move(recording_limits(scenario), std::back_inserter(refused));
  if (refused.empty()) return;
  std::string text = "the scenario has what cannot be done to a kubelet from outside:";
  for (const std::string& line : refused) text += "\n  " + line;
  throw cli::BadInput{text};
}

std::vector<KubeletCommand> commands_for(const cli::RecordRequest& request) {
  std::vector<KubeletCommand> commands;
  for (const std::string& command : request.kubelets) commands.push_back(asked_command(command));
  for (const release::Release release : kubelets_of(request.scenario)) {
    if (command_for(commands, release) != nullptr) continue;
    std::string found;
    for (const KubeletCommand& command : commands) {
      found += fmt::format("{}{}", found.empty() ? "" : ", ", release::to_string(command.release));
    }
    throw cli::BadInput{fmt::format("--kubelet: the scenario starts a kubelet of {}, and there is only {}",
                                    release::minor_string(release), found)};
  }
  return commands;
}

void write_lines(const std::vector<Line>& lines, std::ostream& out) {
  for (const Line& line : lines) out << line.text << '\n';
}

}  // namespace

cli::ExitCode record(const cli::RecordRequest& request, cli::Context& context) {
  refuse_what_cannot_be(request.scenario);
  std::vector<KubeletCommand> commands = commands_for(request);
  EndingSignals signals;
  const MachineWatch machine;
  Recording recording{request, std::move(commands), [&context](const std::string& problem) {
                        context.diagnostics << "podreel record: " << problem << '\n' << std::flush;
                      }};
  signals.when_one_comes([&recording] { recording.give_up(); });
  recording.run();
  recording.end();
  if (request.output.empty()) {
    write_lines(recording.lines(), context.out);
  } else {
    cli::OutputFile file{request.output};
    write_lines(recording.lines(), file.stream());
    file.commit();
  }
  if (recording.was_given_up()) context.diagnostics << "podreel record: ended before its time\n";
  context.diagnostics << told_lateness("podreel record", recording.lateness(), machine, request.speed);
  return recording.was_given_up() ? cli::ExitCode::failure : cli::ExitCode::ok;
}

}  // namespace podreel::cri
