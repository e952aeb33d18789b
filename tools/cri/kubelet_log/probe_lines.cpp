#include "tools/cri/kubelet_log/probe_lines.hpp"

#include <array>
#include <fmt/format.h>

#include "engine/release/kubelet_log.hpp"
#include "tools/cri/kubelet_log/log_values.hpp"
#include "tools/cri/kubelet_log/pod_names.hpp"

namespace podreel::cri {

namespace {

/// Words with which kubelets log an answer.
struct AnswerWords {
  /// In records.
  std::string_view result;
  std::string_view title;
  /// In releases before structured logging, after the container's name. The output follows, except after a success.
  std::string_view old_words;
};

constexpr std::array answers{
    AnswerWords{"success", "Probe succeeded", " succeeded"},
    AnswerWords{"warning", "Probe succeeded with a warning", " succeeded with a warning: "},
    AnswerWords{"failure", "Probe failed", " failed (failure): "},
};
constexpr std::array<std::string_view, 3> probe_types{"Liveness", "Readiness", "Startup"};
constexpr std::string_view old_middle = " probe for \"";

trace::Record record_of(std::string pod, std::string_view type, std::string_view container, const AnswerWords& answer,
                        std::string_view output) {
  return {{},
          std::move(pod),
          trace::Probe{std::string{type}, std::string{container}, std::string{answer.result},
                       output.empty() ? std::nullopt : std::optional<std::string>{output}}};
}

/// Reads `"Probe failed" probeType="Readiness" pod="default/web" podUID="…" containerName="app" … output="…"`.
LoggedProbe structured_probe(std::string_view message) {
  for (const AnswerWords& answer : answers) {
    if (!message.starts_with(fmt::format("\"{}\" ", answer.title))) continue;
    const auto type = log_value(message, "probeType");
    const auto pod = log_value(message, "pod");
    const auto container = log_value(message, "containerName");
    if (!type || !pod || !container) return {.is_probe = true};
    return {.is_probe = true,
            .record = record_of(*pod, *type, *container, answer, log_value(message, "output").value_or(""))};
  }
  return {};
}

/// Reads `Readiness probe for "web_default(UID):app" failed (failure): …`.
LoggedProbe old_probe(std::string_view message) {
  for (const std::string_view type : probe_types) {
    if (!message.starts_with(type) || !message.substr(type.size()).starts_with(old_middle)) continue;
    std::string_view rest = message.substr(type.size() + old_middle.size());
    const std::size_t quote = rest.find('"');
    const std::size_t colon = rest.substr(0, quote).rfind(':');
    if (quote == std::string_view::npos || colon == std::string_view::npos) return {.is_probe = true};
    std::string pod = pod_named(rest.substr(0, colon));
    const std::string_view container = rest.substr(colon + 1, quote - colon - 1);
    rest.remove_prefix(quote + 1);
    for (const AnswerWords& answer : answers) {
      const bool is_whole = answer.result == "success";
      if (is_whole ? rest != answer.old_words : !rest.starts_with(answer.old_words)) continue;
      if (pod.empty()) return {.is_probe = true};
      return {.is_probe = true,
              .record = record_of(std::move(pod), type, container, answer, rest.substr(answer.old_words.size()))};
    }
  }
  return {};
}

}  // namespace

LoggedProbe probe_of(std::string_view message) {
  return message.starts_with('"') ? structured_probe(message) : old_probe(message);
}

std::string probe_message(release::Release release, const std::string& pod, const trace::Probe& probe,
                          const std::string& uid) {
  for (const AnswerWords& answer : answers) {
    if (answer.result != probe.result) continue;
    const bool has_output = answer.result != "success";
    const std::string output = has_output ? probe.output.value_or("") : "";
    if (!release::logs_structured.contains(release)) {
      return fmt::format("{}{}{}:{}\"{}{}", probe.probe, old_middle, old_name(pod, uid), probe.container,
                         answer.old_words, output);
    }
    std::string message = fmt::format(R"("{}" probeType="{}" pod="{}" podUID="{}" containerName="{}")", answer.title,
                                      probe.probe, pod, uid, probe.container);
    if (answer.result == "failure") message += R"( probeResult="failure")";
    if (has_output) message += " output=" + log_value_of(output);
    return message;
  }
  return {};
}

}  // namespace podreel::cri
