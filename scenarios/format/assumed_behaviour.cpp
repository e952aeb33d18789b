#include "scenarios/format/assumed_behaviour.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <optional>
#include <set>
#include <utility>

#include "engine/manifests/pod_name.hpp"
#include "scenarios/format/plain_command.hpp"
#include "scenarios/format/shapes/duration.hpp"

namespace podreel::format {

namespace {

using namespace std::chrono_literals;
using nlohmann::json;
using Words = std::vector<std::string>;

constexpr sim::Duration assumed_work = 5s;
/// Time after which the server of the image agnhost, as `liveness`, answers with 500.
constexpr sim::Duration agnhost_is_healthy = 10s;

Words words_of(const json& object, const char* field) {
  Words words;
  const auto found = object.find(field);
  if (found == object.end() || !found->is_array()) return words;
  for (const json& word : *found) words.push_back(word.is_string() ? word.get<std::string>() : "");
  return words;
}

/// Returns the command line of a container, as far as its image does not decide it; otherwise nothing.
Words command_line_of(const json& container) {
  Words line = words_of(container, "command");
  const Words arguments = words_of(container, "args");
  if (line.empty() && (arguments.empty() || !is_plain_program(arguments.front()))) return {};
  line.insert(line.end(), arguments.begin(), arguments.end());
  return line;
}

std::string joined(const Words& words) {
  return fmt::format("{}", fmt::join(words, " "));
}

bool is_over_network(const json& handler) {
  return handler.contains("httpGet") || handler.contains("tcpSocket") || handler.contains("grpc");
}

bool is_sidecar(const json& container) {
  return container.value("restartPolicy", "") == "Always";
}

/// Collects the behaviour of one pod.
class PodReader {
 public:
  PodReader(const manifests::ManifestPod& pod, AssumedBehaviour& assumed)
      : pod_{pod}, name_{manifests::full_name(pod.pod)}, assumed_{assumed} {
    script_.name = name_;
  }

  void read() {
    const json& spec = pod_.pod.at("spec");
    for (const char* list : {"initContainers", "containers"}) {
      const auto found = spec.find(list);
      if (found == spec.end()) continue;
      for (const json& container : *found) read_container(container, std::string_view{list} == "initContainers");
    }
    if (script_ != runtime_fake::PodScript{.name = name_}) assumed_.pods.push_back(std::move(script_));
  }

 private:
  void note(const std::string& container, const std::string& what) {
    assumed_.notes.push_back(
        fmt::format("{}, {}: {}", name_.starts_with("default/") ? name_.substr(8) : name_, container, what));
  }

  void read_container(const json& container, bool is_init) {
    const std::string name = container.value("name", "");
    const Words line = command_line_of(container);
    const std::optional<CommandOutcome> outcome = line.empty() ? std::nullopt : std::optional{outcome_of(line)};
    if (outcome && outcome->unknown.empty()) {
      add_run(name, *outcome);
    } else if (!is_init && belongs_to_job()) {
      script_.containers.push_back({.name = name, .runs = {{.runs_for = assumed_work}}});
      note(name, fmt::format("is assumed to exit with 0 after {}", duration_text(assumed_work)));
    } else if (outcome) {
      note(name, fmt::format("`{}` is not simulated; the container is assumed to {}", outcome->unknown,
                             is_init && !is_sidecar(container) ? "succeed" : "keep running"));
    }
    bool is_asked_over_network = false;
    const auto read = [&](const json& handler, const std::optional<CommandOutcome>& main) {
      read_handler(name, handler, main);
      is_asked_over_network = is_asked_over_network || is_over_network(handler);
    };
    for (const char* probe : {"startupProbe", "readinessProbe", "livenessProbe"}) {
      if (container.contains(probe)) read(container.at(probe), outcome);
    }
    if (const auto hooks = container.find("lifecycle"); hooks != container.end() && hooks->is_object()) {
      for (const json& hook : *hooks) read(hook, std::nullopt);
    }
    if (!read_image(name, container) && is_asked_over_network) {
      note(name, "what it answers over the network is unknown; it is assumed to answer probes and hooks with success");
    }
  }

  void add_run(const std::string& name, const CommandOutcome& outcome) {
    runtime_fake::Run run;
    if (outcome.runs_for) run.runs_for = *outcome.runs_for;
    run.exit_code = outcome.exit_code;
    script_.containers.push_back({.name = name, .runs = {std::move(run)}});
    note(name, outcome.runs_for ? fmt::format("its command exits with {} after {}", outcome.exit_code,
                                              duration_text(*outcome.runs_for))
                                : "its command keeps running");
  }

  /// Adds the answers of a probe's or hook's command at each change of the container's files.
  void read_handler(const std::string& name, const json& handler, const std::optional<CommandOutcome>& main) {
    const auto exec = handler.find("exec");
    if (exec == handler.end()) return;
    const Words line = words_of(*exec, "command");
    runtime_fake::ExecScript script{.command = joined(line)};
    KnownFiles files;
    std::vector<FileChange> changes = main ? main->changes : std::vector<FileChange>{};
    for (const FileChange& change : changes) files.try_emplace(change.path, !change.exists);
    changes.insert(changes.begin(), FileChange{});
    for (const FileChange& change : changes) {
      if (!change.path.empty()) files[change.path] = change.exists;
      const CommandOutcome outcome = outcome_of(line, files);
      if (!outcome.unknown.empty() || !outcome.runs_for) return;
      runtime_fake::ExecAnswer answer{.exit_code = outcome.exit_code,
                                      .takes = *outcome.runs_for,
                                      .output = outcome.output,
                                      .after_start = change.at};
      if (!script.answers.empty() && script.answers.back().after_start == answer.after_start) script.answers.pop_back();
      script.answers.push_back(std::move(answer));
    }
    add_exec(name, std::move(script));
  }

  void add_exec(const std::string& name, runtime_fake::ExecScript script) {
    const auto is_plain_success = [](const runtime_fake::ExecAnswer& answer) {
      return answer.exit_code == 0 && answer.takes == runtime_fake::ScriptedSpan{};
    };
    if (std::ranges::all_of(script.answers, is_plain_success)) return;
    const auto same = std::ranges::find(script_.exec, script.command, &runtime_fake::ExecScript::command);
    if (same != script_.exec.end()) return;
    std::vector<std::string> parts;
    for (const runtime_fake::ExecAnswer& answer : script.answers) {
      parts.push_back(fmt::format("{} from {} on", answer.exit_code == 0 ? "succeeds" : "fails",
                                  duration_text(answer.after_start)));
    }
    note(name, fmt::format("`{}` {}", script.command, fmt::join(parts, ", ")));
    script_.exec.push_back(std::move(script));
  }

  /// Adds the documented behaviour of an image; returns false if it is not known.
  bool read_image(const std::string& name, const json& container) {
    const Words arguments = words_of(container, "args");
    const bool is_unhealthy = container.value("image", "").find("agnhost") != std::string::npos && !arguments.empty() &&
                              arguments.front() == "liveness";
    if (!is_unhealthy) return false;
    script_.http.push_back({.status = 200});
    script_.http.push_back({.status = 500, .after_start = agnhost_is_healthy});
    note(name, fmt::format("its image answers with 500 from {} on", duration_text(agnhost_is_healthy)));
    return true;
  }

  [[nodiscard]] bool belongs_to_job() const {
    return pod_.owner.starts_with("Job/") || pod_.owner.starts_with("CronJob/");
  }

  const manifests::ManifestPod& pod_;
  std::string name_;
  AssumedBehaviour& assumed_;
  runtime_fake::PodScript script_;
};

}  // namespace

void assume_behaviour(const manifests::ManifestPod& pod, AssumedBehaviour& assumed) {
  PodReader{pod, assumed}.read();
}

}  // namespace podreel::format
