#include "tools/cli/upgrade_report.hpp"

#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>

#include "engine/api/enum_names.hpp"
#include "engine/api/printable.hpp"
#include "tools/cli/text_table.hpp"

namespace podreel::cli {

namespace {

using nlohmann::ordered_json;
using release::minor_string;

std::string title(const upgrade::Step& step) {
  std::string text = fmt::format("{} to {}", minor_string(step.from), minor_string(step.to));
  if (step.policy != "upstream") text += fmt::format(", kubelet with {}", step.policy);
  return text;
}

std::string container_table(const upgrade::Answer& answer, bool wide) {
  std::vector<std::string> header{"POD", "CONTAINER", "KIND", "EFFECT"};
  if (wide) header.insert(header.end(), {"BEFORE", "AFTER", "OWNER"});
  header.emplace_back("CAUSE");
  TextTable table{header};
  bool empty = true;
  for (const upgrade::ContainerFate& fate : answer.fates) {
    if (!wide && fate.effect != upgrade::Effect::restarts) continue;
    empty = false;
    std::vector<std::string> cells{pod_name(fate), fate.container, std::string{kind_name(fate.kind)},
                                   std::string{to_string(fate.effect)}};
    if (wide) {
      cells.insert(cells.end(), {identity::hash_text(fate.before), identity::hash_text(fate.after),
                                 fate.owner.empty() ? std::string{"-"} : std::string{fate.owner}});
    }
    cells.push_back(cause_text(fate));
    table.add(api::printable_lines(std::move(cells)));
  }
  return empty ? std::string{} : table.text() + "\n";
}

std::string static_table(const upgrade::Answer& answer, bool wide) {
  std::vector<std::string> header{"STATIC POD", "EFFECT"};
  if (wide) header.insert(header.end(), {"BEFORE", "AFTER"});
  header.emplace_back("CAUSE");
  TextTable table{header};
  for (const upgrade::StaticPodFate& fate : answer.static_pods) {
    std::vector<std::string> cells{fate.namespace_name + "/" + fate.pod, std::string{to_string(fate.effect)}};
    if (wide) cells.insert(cells.end(), {fate.forecast.before.uid, fate.forecast.after.uid});
    const bool inferred = fate.forecast.before.inferred || fate.forecast.after.inferred;
    cells.push_back(fate.cause + (inferred && !fate.cause.empty() ? " (by the public types)" : ""));
    table.add(api::printable_lines(std::move(cells)));
  }
  std::string text = answer.static_pods.empty() ? std::string{} : table.text() + "\n";
  for (const std::string& sentence : what_happens(answer.static_pods, answer.step))
    text += "- " + api::printable_line(sentence) + "\n";
  return text;
}

/// "default   3 of 7", under a heading; nothing if there is only one line or none restarts.
std::string count_table(const std::string& heading, const std::map<std::string, upgrade::Count>& counts) {
  TextTable table{{heading, "RESTARTING", "CONTAINERS"}};
  bool any = false;
  for (const auto& [name, count] : counts) {
    if (count.restarting == 0) continue;
    any = true;
    table.add({name.empty() ? "-" : api::printable_line(name), std::to_string(count.restarting),
               std::to_string(count.containers)});
  }
  return any && counts.size() > 1 ? table.text() + "\n" : std::string{};
}

void print_summary(std::ostream& out, const Terminal& terminal, const upgrade::Answer& answer,
                   const upgrade::Totals& totals) {
  const auto say = [&](bool is_bad, const std::string& text) {
    out << emphasised(terminal, is_bad ? Emphasis::bad : Emphasis::good, text) << '\n';
  };
  if (!answer.static_pods.empty()) {
    say(totals.static_pods_touched > 0, fmt::format("{}: {} of {} static pods are touched", title(answer.step),
                                                    totals.static_pods_touched, answer.static_pods.size()));
  }
  if (!answer.fates.empty() || answer.static_pods.empty()) {
    say(totals.all.restarting > 0, fmt::format("{}: {} of {} containers restart", title(answer.step),
                                               totals.all.restarting, totals.all.containers));
  }
}

void print_text(std::ostream& out, const Terminal& terminal, const upgrade::Answer& answer, bool wide) {
  const upgrade::Totals totals = totals_of(answer);
  out << container_table(answer, wide) << count_table("NAMESPACE", totals.by_namespace)
      << count_table("OWNER", totals.by_owner) << static_table(answer, wide);
  for (const auto& [rule, count] : totals.by_cause) out << fmt::format("{} because {}\n", count, rule);
  if (totals.left_alone > 0) {
    out << fmt::format("{} changed but left alone: init and ephemeral containers, and those of finished pods\n",
                       totals.left_alone);
  }
  print_summary(out, terminal, answer, totals);
}

/// Steps and policies side by side.
void print_comparison(std::ostream& out, const std::vector<upgrade::Answer>& answers) {
  TextTable table{{"UPGRADE", "POLICY", "RESTARTING", "CONTAINERS"}};
  for (const upgrade::Answer& answer : answers) {
    const upgrade::Count all = totals_of(answer).all;
    table.add({fmt::format("{} to {}", minor_string(answer.step.from), minor_string(answer.step.to)),
               answer.step.policy, std::to_string(all.restarting), std::to_string(all.containers)});
  }
  out << '\n' << table.text();
}

void print_lines(std::ostream& out, const std::vector<upgrade::Answer>& answers) {
  for (const upgrade::Answer& answer : answers) {
    const auto print = [&](ordered_json fate) {
      ordered_json document{{"from", minor_string(answer.step.from)}, {"to", minor_string(answer.step.to)}};
      if (answer.step.policy != "upstream") document["policy"] = answer.step.policy;
      document.update(std::move(fate));
      print_document(out, OutputFormat::jsonl, document);
    };
    for (const upgrade::ContainerFate& fate : answer.fates) print(fate_document(fate));
    for (const upgrade::StaticPodFate& fate : answer.static_pods) print(fate_document(fate, answer.step));
  }
}

void print_tables(std::ostream& out, const Terminal& terminal, bool wide, const upgrade::Forecast& forecast) {
  const std::vector<upgrade::Answer>& answers = forecast.answers();
  if (const upgrade::Proof& proof = forecast.proof(); proof.is_asked()) {
    out << fmt::format("Of {} hashes that the node stored, {} are what {} computes", proof.found(), proof.reproduced(),
                       minor_string(answers.front().step.from));
    if (proof.unmatched() > 0) out << fmt::format("; {} observed containers are in no pod given", proof.unmatched());
    out << ".\n\n";
  }
  for (const upgrade::Answer& answer : answers) print_text(out, terminal, answer, wide);
  if (answers.size() > 1) print_comparison(out, answers);
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
    }
  }
  return pairs;
}

std::string matrix_table(const upgrade::Matrix& matrix) {
  const std::vector<release::Release>& releases = matrix.releases();
  std::vector<std::string> header{"FROM\\TO"};
  for (const release::Release release : releases) header.push_back(minor_string(release));
  TextTable table{header};
  for (std::size_t from = 0; from < releases.size(); ++from) {
    std::vector<std::string> cells{minor_string(releases[from])};
    for (std::size_t to = 0; to < releases.size(); ++to) {
      cells.push_back(from == to ? "-" : std::to_string(matrix.changed(from, to)));
    }
    table.add(std::move(cells));
  }
  return table.text();
}

}  // namespace

std::string pod_name(const upgrade::ContainerFate& fate) {
  return fate.pod.empty() ? std::string{"-"} : fmt::format("{}/{}", fate.namespace_name, fate.pod);
}

std::string cause_text(const upgrade::ContainerFate& fate) {
  return fate.detail.empty() ? std::string{fate.rule} : fmt::format("{}; {}", fate.rule, fate.detail);
}

std::string_view kind_name(api::ContainerKind kind) noexcept {
  constexpr auto names = api::enum_names<api::ContainerKind>("init", "regular", "ephemeral");
  return names[kind];
}

void print_upgrade(std::ostream& out, const Terminal& terminal, OutputFormat format,
                   const upgrade::Forecast& forecast) {
  switch (format) {
    case OutputFormat::table:
    case OutputFormat::wide:
      return print_tables(out, terminal, format == OutputFormat::wide, forecast);
    case OutputFormat::jsonl:
      return print_lines(out, forecast.answers());
    case OutputFormat::sarif:
      return print_document(out, format, sarif_document(forecast.answers()));
    default:
      return print_document(out, format, upgrade_document(forecast));
  }
}

void print_matrix(std::ostream& out, OutputFormat format, const upgrade::Matrix& matrix) {
  if (is_table(format)) {
    out << matrix_table(matrix) << "of " << matrix.containers() << " containers\n";
    return;
  }
  ordered_json pairs = pair_documents(matrix);
  if (format != OutputFormat::jsonl) return print_document(out, format, {{"upgrades", std::move(pairs)}});
  for (const ordered_json& pair : pairs) print_document(out, format, pair);
}

}  // namespace podreel::cli
