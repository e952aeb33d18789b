#include "tools/cli/upgrade/upgrade_report.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/api/enum_names.hpp"
#include "engine/api/printable.hpp"
#include "engine/upgrade/cluster_view.hpp"
#include "tools/cli/upgrade/upgrade_downtime.hpp"
#include "tools/text/shown_text.hpp"
#include "tools/text/text_table.hpp"

namespace podreel::cli {

namespace {

using nlohmann::ordered_json;
using release::minor_string;
using Changes = int (upgrade::Matrix::*)(std::size_t, std::size_t) const;

std::string title(const upgrade::UpgradeStep& step) {
  std::string text = upgrade::to_string(step);
  if (step.policy != "upstream") text += fmt::format(", kubelet with {}", step.policy);
  return text;
}

std::string container_table(const upgrade::StepForecast& answer, TableStyle style) {
  std::vector<std::string> header{"POD", "CONTAINER", "KIND", "EFFECT"};
  if (style.is_wide) header.insert(header.end(), {"BEFORE", "AFTER", "OWNER"});
  header.emplace_back("CAUSE");
  TextTable table{header};
  bool empty = true;
  for (const upgrade::ContainerForecast& pod_forecast : answer.containers) {
    if (!style.is_wide && pod_forecast.effect != upgrade::Effect::restarts &&
        pod_forecast.effect != upgrade::Effect::may_restart)
      continue;
    empty = false;
    std::vector<std::string> cells{pod_name(pod_forecast), pod_forecast.container,
                                   std::string{kind_name(pod_forecast.kind)},
                                   std::string{to_string(pod_forecast.effect)}};
    if (style.is_wide) {
      cells.insert(cells.end(), {identity::hash_text(pod_forecast.before), identity::hash_text(pod_forecast.after),
                                 pod_forecast.owner.empty() ? std::string{"-"} : std::string{pod_forecast.owner}});
    }
    cells.push_back(cause_text(pod_forecast));
    table.add(api::printable_lines(std::move(cells)));
  }
  return empty ? std::string{} : table.text(style.has_headers) + "\n";
}

std::string static_table(const upgrade::StepForecast& answer, TableStyle style) {
  std::vector<std::string> header{"STATIC POD", "EFFECT"};
  if (style.is_wide) header.insert(header.end(), {"BEFORE", "AFTER"});
  header.emplace_back("CAUSE");
  TextTable table{header};
  for (const upgrade::StaticPodForecast& pod_forecast : answer.static_pods) {
    std::vector<std::string> cells{pod_forecast.namespace_name + "/" + pod_forecast.pod,
                                   std::string{to_string(pod_forecast.effect)}};
    if (style.is_wide) cells.insert(cells.end(), {pod_forecast.forecast.before.uid, pod_forecast.forecast.after.uid});
    const bool inferred = pod_forecast.forecast.before.inferred || pod_forecast.forecast.after.inferred;
    cells.push_back(pod_forecast.cause +
                    (inferred && !pod_forecast.cause.empty() ? " (inferred from the public types)" : ""));
    table.add(api::printable_lines(std::move(cells)));
  }
  std::string text = answer.static_pods.empty() ? std::string{} : table.text(style.has_headers) + "\n";
  for (const std::string& sentence : describe_takeover(answer.static_pods, answer.step))
    text += "- " + api::printable_line(sentence) + "\n";
  return text;
}

/// Returns a table of counts by name; empty if there is only one row or nothing restarts.
std::string count_table(const std::string& heading, const std::map<std::string, upgrade::Count>& counts,
                        TableStyle style) {
  TextTable table{{heading, "RESTARTING", "CONTAINERS"}};
  bool any = false;
  for (const auto& [name, count] : counts) {
    if (count.restarting == 0) continue;
    any = true;
    table.add({name.empty() ? "-" : api::printable_line(name), std::to_string(count.restarting),
               std::to_string(count.containers)});
  }
  return any && counts.size() > 1 ? table.text(style.has_headers) + "\n" : std::string{};
}

void print_causes(std::ostream& out, const upgrade::Totals& totals) {
  for (const std::string& line : cause_lines(totals)) out << api::printable_line(line) << '\n';
  if (totals.left_alone == 0) return;
  out << fmt::format("{} changed but not restarted: init and ephemeral containers, and containers of finished pods\n",
                     counted(static_cast<std::size_t>(totals.left_alone), "container"));
}

/// Prints the answer; containers of clusters are printed only if wide, because the cluster tables summarize them.
void print_text(std::ostream& out, const Terminal& terminal, const upgrade::StepForecast& answer, TableStyle style,
                bool is_of_cluster) {
  const upgrade::Totals totals = totals_of(answer);
  if (style.is_wide || !is_of_cluster) out << container_table(answer, style);
  if (!is_of_cluster) {
    out << count_table("NAMESPACE", totals.by_namespace, style) << count_table("OWNER", totals.by_owner, style);
  }
  out << static_table(answer, style);
  if (!is_of_cluster) print_causes(out, totals);
  const bool is_bad = upgrade::touches_any(answer);
  for (const std::string& line : summary_lines(answer, totals)) {
    out << emphasised(terminal, is_bad ? Emphasis::bad : Emphasis::good, line) << '\n';
  }
}

/// Prints steps and policies side by side.
void print_comparison(std::ostream& out, const upgrade::StepForecasts& answers, TableStyle style) {
  const bool has_static_pods =
      std::ranges::any_of(answers, [](const upgrade::StepForecast& answer) { return !answer.static_pods.empty(); });
  std::vector<std::string> header{"UPGRADE", "POLICY", "RESTARTING", "CONTAINERS"};
  if (has_static_pods) header.insert(header.end(), {"AFFECTED", "STATIC PODS"});
  TextTable table{header};
  for (const upgrade::StepForecast& answer : answers) {
    const upgrade::Totals totals = totals_of(answer);
    std::vector<std::string> cells{upgrade::to_string(answer.step), answer.step.policy,
                                   std::to_string(totals.all.restarting), std::to_string(totals.all.containers)};
    if (has_static_pods) {
      cells.insert(cells.end(),
                   {std::to_string(totals.static_pods_touched), std::to_string(answer.static_pods.size())});
    }
    table.add(std::move(cells));
  }
  out << '\n' << table.text(style.has_headers);
}

void print_lines(std::ostream& out, const upgrade::StepForecasts& answers) {
  for (const upgrade::StepForecast& answer : answers) {
    const auto print = [&](ordered_json pod_forecast) {
      ordered_json document{{"from", from_text(answer.step)}, {"to", minor_string(answer.step.to)}};
      if (answer.step.policy != "upstream") document["policy"] = answer.step.policy;
      document.update(std::move(pod_forecast));
      print_document(out, OutputFormat::jsonl, document);
    };
    for (const upgrade::ContainerForecast& pod_forecast : answer.containers) print(static_pod_document(pod_forecast));
    for (const upgrade::StaticPodForecast& pod_forecast : answer.static_pods)
      print(static_pod_document(pod_forecast, answer.step));
  }
}

/// Prints each pod that restarts or may restart, in whole or in part, once.
void print_names(std::ostream& out, const upgrade::StepForecasts& answers) {
  std::set<std::string> printed;
  const auto print = [&](std::string_view name_space, std::string_view pod) {
    if (pod.empty() || !printed.insert(fmt::format("{}/{}", name_space, pod)).second) return;
    out << "pod/" << api::printable_line(std::string{pod}) << '\n';
  };
  for (const upgrade::StepForecast& answer : answers) {
    for (const upgrade::StaticPodForecast& pod_forecast : answer.static_pods) {
      if (is_touched(pod_forecast)) print(pod_forecast.namespace_name, pod_forecast.pod);
    }
    for (const upgrade::ContainerForecast& pod_forecast : answer.containers) {
      const upgrade::Effect effect = pod_forecast.effect;
      if (effect != upgrade::Effect::restarts && effect != upgrade::Effect::may_restart) continue;
      print(pod_forecast.namespace_name.view(), pod_forecast.pod.view());
    }
  }
}

/// Returns the answers that have containers or static pods; if there are none, the first answer.
std::vector<const upgrade::StepForecast*> reportable_answers(const upgrade::StepForecasts& answers) {
  std::vector<const upgrade::StepForecast*> reported;
  for (const upgrade::StepForecast& answer : answers) {
    if (!answer.containers.empty() || !answer.static_pods.empty()) reported.push_back(&answer);
  }
  if (reported.empty() && !answers.empty()) reported.push_back(&answers.front().get());
  return reported;
}

void print_tables(std::ostream& out, const Terminal& terminal, TableStyle style, const UpgradeAnswer& whole) {
  const upgrade::StepForecasts answers = whole.forecast.steps();
  if (const upgrade::HashVerification& verification = whole.forecast.verification(); verification.is_asked()) {
    const bool is_one_release = whole.forecast.steps_per_kubelet() == answers.size();
    out << fmt::format("podreel computes {} of {} that the node stored, with {}", verification.reproduced(),
                       counted(verification.found(), "hash", "hashes"),
                       is_one_release ? minor_string(answers.front().get().step.from) : "its kubelet's release");
    if (verification.unmatched() > 0) {
      out << fmt::format("; {} not in the given pods", counted(verification.unmatched(), "observed container"));
    }
    out << ".\n\n";
  }
  if (whole.is_of_cluster()) {
    for (const std::string& verdict : verdicts_of(whole)) {
      const bool is_bad = std::ranges::any_of(answers, upgrade::touches_any);
      out << emphasised(terminal, is_bad ? Emphasis::bad : Emphasis::good, verdict) << '\n';
    }
    out << '\n' << cluster_tables(whole, style);
  }
  for (const upgrade::StepForecast* answer : reportable_answers(answers)) {
    print_text(out, terminal, *answer, style, whole.is_of_cluster());
  }
  if (answers.size() > 1) print_comparison(out, answers, style);
  if (whole.downtime != nullptr) out << '\n' << downtime_table(*whole.downtime, style.has_headers);
}

ordered_json pair_documents(const upgrade::Matrix& matrix) {
  const std::vector<release::Release>& releases = matrix.releases();
  ordered_json pairs = ordered_json::array();
  for (std::size_t from = 0; from < releases.size(); ++from) {
    for (std::size_t to = 0; to < releases.size(); ++to) {
      if (from == to) continue;
      pairs.push_back({{"from", minor_string(releases[from])},
                       {"to", minor_string(releases[to])},
                       {"changed", matrix.changed(from, to)},
                       {"containers", matrix.containers()}});
      if (matrix.static_pods() == 0) continue;
      pairs.back()["staticPodsTouched"] = matrix.touched(from, to);
      pairs.back()["staticPods"] = matrix.static_pods();
    }
  }
  return pairs;
}

std::string matrix_table(const upgrade::Matrix& matrix, Changes changes, bool has_headers) {
  const std::vector<release::Release>& releases = matrix.releases();
  std::vector<std::string> header{"FROM\\TO"};
  for (const release::Release release : releases) header.push_back(minor_string(release));
  TextTable table{header};
  for (std::size_t from = 0; from < releases.size(); ++from) {
    std::vector<std::string> cells{minor_string(releases[from])};
    for (std::size_t to = 0; to < releases.size(); ++to) {
      cells.push_back(from == to ? "-" : std::to_string((matrix.*changes)(from, to)));
    }
    table.add(std::move(cells));
  }
  return table.text(has_headers);
}

bool stays(const upgrade::Count& count) {
  return count.restarting + count.may_restart == 0;
}

std::string workload_table(const upgrade::ClusterView& view, TableStyle style) {
  TextTable table{{"WORKLOAD", "PODS RESTARTING", "CONTAINERS RESTARTING", "NODES", "EXPOSED"}};
  std::size_t left_out = 0;
  for (const upgrade::WorkloadView& workload : view.workloads) {
    if (!style.is_wide && stays(workload.containers)) {
      ++left_out;
      continue;
    }
    const std::string_view exposed = to_string(workload.exposure);
    table.add({api::printable_line(workload.title),
               fmt::format("{} of {}", workload.pods.restarting, workload.pods.pods),
               restarting_text(workload.containers), std::to_string(workload.nodes),
               std::string{exposed.empty() ? "-" : exposed}});
  }
  std::string text = left_out == view.workloads.size() ? std::string{} : table.text(style.has_headers);
  if (left_out > 0) text += unchanged_text(left_out) + "\n";
  return text.empty() ? text : text + "\n";
}

std::string node_table(const upgrade::SteppedView& stepped, TableStyle style) {
  TextTable table{{"NODE", "KUBELET", "TO", "PODS RESTARTING", "CONTAINERS RESTARTING"}};
  for (const upgrade::NodeView& node : stepped.view.nodes) {
    table.add(api::printable_lines({node.name, node.kubelet, minor_string(stepped.step.to),
                                    fmt::format("{} of {}", node.pods.restarting, node.pods.pods),
                                    restarting_text(node.containers)}));
  }
  return table.text(style.has_headers) + "\n";
}

}  // namespace

std::vector<std::string> summary_lines(const upgrade::StepForecast& answer, const upgrade::Totals& totals) {
  std::vector<std::string> lines;
  if (!answer.static_pods.empty()) {
    lines.push_back(fmt::format("{}: {} of {} affected", title(answer.step), totals.static_pods_touched,
                                counted(answer.static_pods.size(), "static pod")));
  }
  if (!answer.containers.empty() || answer.static_pods.empty()) {
    const std::string possible =
        totals.all.may_restart == 0 ? "" : fmt::format(", {} may restart", totals.all.may_restart);
    lines.push_back(fmt::format("{}: {} of {} {}{}", title(answer.step), totals.all.restarting,
                                counted(static_cast<std::size_t>(totals.all.containers), "container"),
                                totals.all.restarting == 1 || totals.all.containers == 1 ? "restarts" : "restart",
                                possible));
  }
  return lines;
}

std::vector<std::string> cause_lines(const upgrade::Totals& totals) {
  std::vector<std::string> lines;
  for (const auto& [rule, count] : totals.by_cause) lines.push_back(fmt::format("{} because {}", count, rule));
  for (const auto& [rule, count] : totals.by_possible_cause) {
    lines.push_back(fmt::format("{} may restart because {}", count, rule));
  }
  for (const auto& [later, count] : totals.restarting_later) {
    const std::string kept = counted(static_cast<std::size_t>(count), "container is", "containers are");
    lines.push_back(fmt::format("{} kept now, and {} at {}: changed sidecars", kept,
                                count == 1 ? "restarts" : "restart", minor_string(later)));
  }
  return lines;
}

std::string pod_name(const upgrade::ContainerForecast& pod_forecast) {
  return pod_forecast.pod.empty() ? std::string{"-"}
                                  : fmt::format("{}/{}", pod_forecast.namespace_name, pod_forecast.pod);
}

std::string cause_text(const upgrade::ContainerForecast& pod_forecast) {
  return pod_forecast.detail.empty() ? std::string{pod_forecast.rule}
                                     : fmt::format("{}; {}", pod_forecast.rule, pod_forecast.detail);
}

std::string_view kind_name(api::ContainerKind kind) noexcept {
  constexpr auto names = api::enum_names<api::ContainerKind>("init", "regular", "ephemeral");
  return names[kind];
}

void print_upgrade(std::ostream& out, const Terminal& terminal, OutputFormat format, const UpgradeAnswer& answer) {
  switch (format) {
    case OutputFormat::table:
    case OutputFormat::wide:
      return print_tables(out, terminal, {format == OutputFormat::wide, answer.has_headers}, answer);
    case OutputFormat::name:
      return print_names(out, answer.forecast.steps());
    case OutputFormat::jsonl:
      return print_lines(out, answer.forecast.steps());
    case OutputFormat::sarif:
      return print_document(out, format, sarif_document(answer.forecast.steps()));
    case OutputFormat::markdown:
    case OutputFormat::html:
      return print_upgrade_ticket(out, format, answer);
    default:
      return print_document(out, format, upgrade_document(answer));
  }
}

void print_matrix(std::ostream& out, OutputFormat format, const upgrade::Matrix& matrix, bool has_headers) {
  if (is_table(format)) {
    if (matrix.containers() > 0 || matrix.static_pods() == 0) {
      out << matrix_table(matrix, &upgrade::Matrix::changed, has_headers) << "of "
          << counted(static_cast<std::size_t>(matrix.containers()), "container") << '\n';
    }
    if (matrix.static_pods() > 0) {
      out << matrix_table(matrix, &upgrade::Matrix::touched, has_headers) << "of "
          << counted(static_cast<std::size_t>(matrix.static_pods()), "static pod") << '\n';
    }
    return;
  }
  ordered_json pairs = pair_documents(matrix);
  if (format != OutputFormat::jsonl) return print_document(out, format, {{"upgrades", std::move(pairs)}});
  for (const ordered_json& pair : pairs) print_document(out, format, pair);
}

std::string unchanged_text(std::size_t workloads) {
  return fmt::format("{} {}", counted(workloads, "workload"), workloads == 1 ? "does not change" : "do not change");
}

std::string restarting_text(const upgrade::Count& count) {
  std::string text = fmt::format("{} of {}", count.restarting, count.containers);
  if (count.may_restart > 0) text += fmt::format(", {} may restart", count.may_restart);
  return text;
}

std::string cluster_tables(const UpgradeAnswer& answer, TableStyle style) {
  std::string text;
  const std::vector<upgrade::SteppedView> views = views_of(answer);
  const std::vector<upgrade::StepForecasts> steps = answer.forecast.steps_by_path();
  for (std::size_t index = 0; index < views.size(); ++index) {
    const upgrade::SteppedView& stepped = views[index];
    if (views.size() > 1) {
      text += fmt::format("To {}, {}:\n\n", minor_string(stepped.step.to), stepped.step.policy);
    }
    text += workload_table(stepped.view, style) + node_table(stepped, style);
    std::ostringstream causes;
    print_causes(causes, totals_of(steps[index]));
    text += causes.str();
    if (index + 1 < views.size()) text += '\n';
  }
  return text;
}

}  // namespace podreel::cli
