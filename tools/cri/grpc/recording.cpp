#include "tools/cri/grpc/recording.hpp"

#include <algorithm>
#include <boost/algorithm/string/replace.hpp>
#include <chrono>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <nlohmann/json.hpp>
#include <ratio>
#include <stdexcept>

#include "engine/memory/text.hpp"
#include "tools/cri/grpc/health_ports.hpp"
#include "tools/cri/grpc/https_ports.hpp"
#include "tools/cri/kubelet_log/event_order.hpp"
#include "tools/cri/record/control_groups.hpp"
#include "tools/cri/record/pod_lines.hpp"
#include "tools/cri/record/recording_limits.hpp"
#include "tools/cri/runtime/wire_limits.hpp"
#include "tools/files/bad_input.hpp"
#include "tools/net/wall_clock.hpp"
#include "tools/serve/kubeconfig.hpp"
#include "tools/serve/kubelet_requests.hpp"

namespace podreel::cri {

namespace {

using namespace std::chrono_literals;

/// Pause between checks whether the kubelet is ready.
constexpr std::chrono::milliseconds pause{20};

/// Returns the scenario without its scripts, for the runtime of a kubelet that starts.
format::Scenario without_script(const format::Scenario& scenario) {
  format::Scenario quiet = scenario;
  quiet.runtime = {};
  quiet.timeline.clear();
  return quiet;
}

/// Returns the text as in a JSON string, without its quotes.
std::string in_json(const std::string& text) {
  const std::string quoted = nlohmann::json(text).dump();
  return quoted.substr(1, quoted.size() - 2);
}

/// Returns up to a second, another time for each recording: most loops of a kubelet have periods of a second, and a
/// scenario may begin in any phase of them.
sim::Duration phase_of_loops(const format::Scenario& scenario) {
  const auto now = std::chrono::steady_clock::now().time_since_epoch().count();
  const std::size_t drawn = memory::text_hash(fmt::format("{} {}", scenario.name, now));
  return sim::Duration{static_cast<std::int64_t>(drawn % std::nano::den)};
}

/// Returns where the kubelet's /var/log/pods is here; empty if it is the machine's.
std::string pod_logs(const Enclosure& enclosure) {
  return enclosure.entering().empty() ? std::string{} : enclosure.pod_logs();
}

/// Returns the port of a URL such as "http://127.0.0.1:40123".
std::uint16_t port_of(const std::string& url) {
  return static_cast<std::uint16_t>(std::stoul(url.substr(url.rfind(':') + 1)));
}

}  // namespace

Recording::Recording(Wanted wanted)
    : wanted_{std::move(wanted)},
      quiet_{without_script(scenario())},
      waiting_{quiet_, wanted_.speed, pod_logs(enclosure_), wanted_.complain},
      runtime_{scenario(), wanted_.speed, pod_logs(enclosure_), wanted_.complain},
      kubelet_{wanted_.kubelets},
      session_{scenario(), kubelet_, wall_time()},
      static_pods_{session_.simulation.node().static_pods(), wanted_.complain},
      lines_{session_.simulation.node().start_time()},
      http_{session_, {}, false, {}, 4ms},
      addresses_{port_of(http_.url())},
      network_{probed_ports(scenario()).ports, addresses_, runtime_.served(), runtime_.loop(), wanted_.complain},
      cri_{{waiting_.served(), waiting_.loop()}, enclosure_.path() + "/cri.sock", "the runtime's socket"} {
  network_.speak(PortProtocol::https, serve_https());
  network_.speak(PortProtocol::grpc, serve_health());
  network_.begin();
}

void Recording::run() {
  waiting_.begin();
  serving_ = std::thread{[this] { static_cast<void>(http_.run({})); }};
  {
    const StartSlots::Slot slot{wanted_.starts, wanted_.is_given_up};
    if (wanted_.is_given_up) return;
    start_kubelet();
    kubelet_.give_way(true);
    wait_until_ready();
    kubelet_.give_way(false);
  }
  // The runtime has started earlier.
  live_until(std::chrono::steady_clock::now() + on_wall(up_before(scenario()) + phase_of_loops(scenario())));
  if (wanted_.is_given_up) return;
  machine_.emplace();
  runtime_.begin();
  began_ = wall_time();
  cri_.switch_to({runtime_.served(), runtime_.loop()});
  waiting_.loop().post([this] { waiting_.served().service().feed().end(); });
  ask_server([this] {
    note_allocatable();
    session_.simulation.node().recorder().add(lines_);
    if (wanted_.scenario.has_pod_versions) record_pod_versions();
    session_.simulation.begin_timeline();
    session_.pace.set_speed(wanted_.speed, {}, std::chrono::steady_clock::now().time_since_epoch());
  });
  live_until(std::chrono::steady_clock::now() + on_wall(wanted_.scenario.length));
  check_api_server();
  ended_ = wall_time();
  machine_->stop();
}

void Recording::note_allocatable() {
  allocatable_ = serve::allocatable_of(session_.simulation, serve::ready_node(session_.simulation));
  if (!allocatable_.empty()) session_.simulation.node().api_server().note_node_allocatable(allocatable_);
}

void Recording::record_pod_versions() {
  simulation::Node& node = session_.simulation.node();
  pod_lines_.push_back(start_line(*began_));
  node.observe([this, &node](const apiserver::ApiServer::PodChange& change) {
    pod_lines_.push_back(pod_line(session_.simulation.elapsed(), api::full_name(*change.pod),
                                  node.api_server().printed(change),
                                  change.kind == apiserver::ApiServer::ChangeKind::deleted));
  });
}

void Recording::end() {
  kubelet_.end();
  cri_.shut_down();
  if (serving_.joinable()) {
    http_.stop();
    serving_.join();
  }
  runtime_.stop();
  waiting_.stop();
}

ReadLog Recording::take() {
  session_.simulation.node().recorder().flush();
  ReadLog read;
  if (began_) {
    std::ifstream log{kubelet_.place().log()};
    read = read_log(log, *began_, wanted_.speed);
  }
  std::vector<RecordedLine> loops;
  for (const sim::Duration began : read.loops_began) loops.push_back(loops_line(began));
  read.lines =
      merged({lines_.take(), runtime_.take_lines(), std::move(read.lines), std::move(pod_lines_), std::move(loops)},
             wanted_.scenario.length);
  put_events_before_writes(read.lines);
  if (began_ && ended_) {
    const auto recorded = std::chrono::duration_cast<sim::Duration>((*ended_ - *began_) * wanted_.speed);
    read.lines.push_back(end_line(std::min(recorded, wanted_.scenario.length)));
  }
  for (RecordedLine& line : read.lines) line.text = simulated(std::move(line.text));
  const std::vector<RecordedLine> statements = statements_about_recording();
  read.lines.insert(read.lines.begin(), statements.begin(), statements.end());
  return read;
}

std::vector<RecordedLine> Recording::statements_about_recording() const {
  std::vector<RecordedLine> statements;
  for (const release::Release release : minor_kubelets_of(scenario())) {
    const KubeletCommand* kubelet = command_for(wanted_.kubelets, release);
    if (kubelet != nullptr) statements.push_back(kubelet_line(kubelet->version));
  }
  statements.push_back(cgroups_line(machine_control_groups()));
  if (!allocatable_.empty()) statements.push_back(allocatable_line(allocatable_));
  if (machine_) {
    statements.push_back(lists_line(runtime_.lists()));
    statements.push_back(lateness_line(largest_delay(runtime_.loop().lateness(), *machine_, wanted_.speed)));
  }
  return statements;
}

std::string Recording::describe_delays(std::string_view who) const {
  if (!machine_) return {};
  return describe_lateness(who, runtime_.loop().lateness(), *machine_, wanted_.speed);
}

std::string Recording::simulated(std::string record) const {
  record = addresses_.simulated(std::move(record));
  boost::algorithm::replace_all(record, kubelet_.place().root(), "/var/lib/kubelet");
  boost::algorithm::replace_all(record, kubelet_.place().pod_logs(), "/var/log/pods");
  for (const CodedError& error : coded_pull_errors(scenario())) {
    boost::algorithm::replace_all(record, in_json(error.sent), in_json(error.written));
  }
  return record;
}

std::chrono::nanoseconds Recording::on_wall(sim::Duration simulated) const {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(simulated / wanted_.speed);
}

void Recording::start_kubelet() {
  const KubeletPlace place{enclosure_.path(), enclosure_.path() + "/cri.sock", http_.url(), scenario().node.name,
                           enclosure_.cgroup()};
  for (const std::string& lack : enclosure_.lacks()) wanted_.complain("the kubelet is not isolated: " + lack);
  std::filesystem::create_directory(place.static_pods());
  static_pods_.settle_at(place.static_pods());
  std::ofstream{place.kubeconfig()} << serve::kubeconfig_of(place.server_url);
  kubelet_.settle_at(place, &enclosure_);
  kubelet_.boot(session_.simulation.node().description().boot_id.view());
  kubelet_.start(scenario().node.kubelet);
}

void Recording::wait_until_ready() {
  constexpr std::chrono::seconds patience{60};
  const auto end = std::chrono::steady_clock::now() + patience;
  while (!wanted_.is_given_up) {
    if (ask_server([this] { return is_ready(); })) return;
    if (const auto failure = kubelet_.failure()) fail("it did not start: " + *failure);
    if (std::chrono::steady_clock::now() > end) {
      fail(fmt::format("its node was not Ready, or it did not watch pods, after {}s", patience.count()));
    }
    std::this_thread::sleep_for(pause);
  }
}

bool Recording::is_ready() const {
  return !serve::ready_node(session_.simulation).empty() && http_.watches_of("pods") > 0;
}

void Recording::live_until(std::chrono::steady_clock::time_point end) const {
  while (!wanted_.is_given_up && std::chrono::steady_clock::now() < end) {
    if (const auto failure = kubelet_.failure()) fail(*failure);
    std::this_thread::sleep_for(pause);
  }
}

void Recording::check_api_server() {
  const std::string failure = ask_server([this] { return session_.failure; });
  if (!failure.empty()) throw std::runtime_error{"the API server failed: " + failure};
}

void Recording::fail(std::string_view what) const {
  throw cli::BadInput{fmt::format("the kubelet failed: {}; its last log lines:\n{}", what, kubelet_.last_lines())};
}

}  // namespace podreel::cri
