#include "tools/cri/grpc/recordings.hpp"

#include <algorithm>
#include <exception>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <optional>
#include <ostream>
#include <thread>

#include "tools/cri/grpc/recording.hpp"
#include "tools/files/bad_input.hpp"
#include "tools/files/output_file.hpp"
#include "tools/text/shown_text.hpp"

namespace podreel::cri {

namespace {

void write_lines(const std::vector<RecordedLine>& lines, std::ostream& out) {
  for (const RecordedLine& line : lines) out << line.text << '\n';
}

/// Returns "podreel record", followed by the scenario if there are several.
std::string recording_title(const cli::RecordRequest& request, const cli::RecordedScenario& scenario) {
  const std::string verb = "podreel record";
  return !request.is_of_many ? verb : fmt::format("{}: {}", verb, scenario.file);
}

}  // namespace

void Recordings::say(const cli::RecordedScenario& scenario, std::string_view text) {
  const std::string who = recording_title(request_, scenario);
  std::string summary;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    summary += fmt::format("{}: {}\n", who, text.substr(begin, end - begin));
    begin = end + 1;
  }
  print(summary);
}

void Recordings::print(std::string_view lines) {
  const std::lock_guard lock{print_mutex_};
  context_.diagnostics << lines << std::flush;
}

void Recordings::keep_log(const cli::RecordedScenario& scenario, const Recording& recording) const {
  if (!request_.keeps_logs) return;
  cli::OutputFile file{std::filesystem::path{scenario.output}.replace_extension(".log").string()};
  file.stream() << std::ifstream{recording.kubelet_log()}.rdbuf();
  file.commit();
}

cli::ExitCode Recordings::record(const cli::RecordedScenario& scenario) {
  std::optional<cli::OutputFile> file;
  std::optional<Recording> recording;
  {
    const std::lock_guard lock{process_};
    if (!scenario.output.empty()) file.emplace(scenario.output);
    recording.emplace(
        Recording::Wanted{.scenario = scenario,
                          .speed = request_.speed,
                          .kubelets = kubelets_,
                          .complain = [this, &scenario](const std::string& problem) { say(scenario, problem); },
                          .starts = starts_,
                          .is_given_up = is_given_up_});
  }
  try {
    recording->run();
  } catch (const cli::BadInput&) {
    keep_log(scenario, *recording);
    throw;
  }
  const bool is_cut_short = is_given_up_;
  recording->end();
  keep_log(scenario, *recording);
  const ReadLog summary = recording->take();
  write_lines(summary.lines, file ? file->stream() : context_.out);
  if (file) file->commit();
  if (summary.not_understood > 0) {
    say(scenario, fmt::format("{} of the kubelet's log about its sync loop not recognized, for example: {}",
                              cli::counted(summary.not_understood, "line"), cli::shown(summary.example)));
  }
  if (summary.num_entries == 0) {
    say(scenario,
        "the kubelet's log has no line in klog's format, so nothing of its sync loop and events was recorded");
  }
  if (is_cut_short) say(scenario, "ended early");
  print(recording->describe_delays(recording_title(request_, scenario)));
  return is_cut_short ? cli::ExitCode::failure : cli::ExitCode::ok;
}

cli::ExitCode Recordings::try_to_record(const cli::RecordedScenario& scenario) {
  try {
    const cli::ExitCode code = record(scenario);
    if (code == cli::ExitCode::ok) report_end(scenario, {});
    return code;
  } catch (const cli::BadInput& bad) {
    say(scenario, bad.what());
    report_end(scenario, bad.what());
    return cli::ExitCode::bad_input;
  } catch (const std::exception& error) {
    say(scenario, error.what());
    report_end(scenario, error.what());
    return cli::ExitCode::failure;
  }
}

void Recordings::report_end(const cli::RecordedScenario& scenario, const std::string& error) {
  if (!request_.on_end) return;
  const std::lock_guard lock{print_mutex_};
  request_.on_end(scenario, error);
}

void Recordings::record_next_ones() {
  for (std::size_t index = next_++; index < request_.scenarios.size(); index = next_++) {
    const cli::RecordedScenario& scenario = request_.scenarios[index];
    if (is_given_up_) say(scenario, "not started");
    const cli::ExitCode code = is_given_up_ ? cli::ExitCode::failure : try_to_record(scenario);
    const std::lock_guard lock{print_mutex_};
    worst_ = std::max(worst_, code);
  }
}

cli::ExitCode Recordings::run() {
  if (!request_.is_of_many && !request_.on_end) return record(request_.scenarios.front());
  {
    std::vector<std::jthread> threads;
    const std::size_t count = std::min(request_.at_once, request_.scenarios.size());
    for (std::size_t thread = 0; thread < count; ++thread) threads.emplace_back([this] { record_next_ones(); });
  }
  return worst_;
}

}  // namespace podreel::cri
