#include "tools/cli/upgrade_report.hpp"

#include <fmt/format.h>

#include "tools/cli/text_table.hpp"
#include "tools/cli/upgrade_document.hpp"

namespace podreel::cli {

namespace {

using nlohmann::ordered_json;
using release::minor_string;

std::string effect(const ContainerFate& fate) {
  if (fate.restarts) return "restarts";
  return fate.changed ? "changed, left alone" : "stays";
}

std::string title(const UpgradeStep& step) {
  std::string text = fmt::format("{} to {}", minor_string(step.from), minor_string(step.to));
  if (step.policy != "upstream") text += fmt::format(", kubelet with {}", step.policy);
  return text;
}

std::string container_table(const UpgradeAnswer& answer, bool wide) {
  std::vector<std::string> header{"POD", "CONTAINER", "KIND", "EFFECT"};
  if (wide) header.insert(header.end(), {"BEFORE", "AFTER", "OWNER"});
  header.emplace_back("CAUSE");
  TextTable table{header};
  bool empty = true;
  for (const ContainerFate& fate : answer.fates) {
    if (!wide && !fate.restarts) continue;
    empty = false;
    std::vector<std::string> cells{pod_name(fate), fate.container, std::string{kind_name(fate.kind)}, effect(fate)};
    if (wide) {
      cells.insert(cells.end(), {identity::hash_text(fate.before), identity::hash_text(fate.after),
                                 fate.owner.empty() ? "-" : fate.owner});
    }
    cells.push_back(cause_text(fate));
    table.add(std::move(cells));
  }
  return empty ? std::string{} : table.text() + "\n";
}

std::string static_table(const UpgradeAnswer& answer, bool wide) {
  std::vector<std::string> header{"STATIC POD", "EFFECT"};
  if (wide) header.insert(header.end(), {"BEFORE", "AFTER"});
  header.emplace_back("CAUSE");
  TextTable table{header};
  for (const StaticFate& fate : answer.static_pods) {
    std::vector<std::string> cells{fate.namespace_name + "/" + fate.pod, std::string{to_string(fate.effect)}};
    if (wide) cells.insert(cells.end(), {fate.forecast.before.uid, fate.forecast.after.uid});
    const bool inferred = fate.forecast.before.inferred || fate.forecast.after.inferred;
    cells.push_back(fate.cause + (inferred && !fate.cause.empty() ? " (by the public types)" : ""));
    table.add(std::move(cells));
  }
  std::string text = answer.static_pods.empty() ? std::string{} : table.text() + "\n";
  for (const std::string& sentence : what_happens(answer.static_pods, answer.step)) text += "- " + sentence + "\n";
  return text;
}

/// "default   3 of 7", under a heading; nothing if there is only one line or none restarts.
std::string count_table(const std::string& heading, const std::map<std::string, UpgradeCount>& counts) {
  TextTable table{{heading, "RESTARTING", "CONTAINERS"}};
  bool any = false;
  for (const auto& [name, count] : counts) {
    if (count.restarting == 0) continue;
    any = true;
    table.add({name.empty() ? "-" : name, std::to_string(count.restarting), std::to_string(count.containers)});
  }
  return any && counts.size() > 1 ? table.text() + "\n" : std::string{};
}

void print_summary(std::ostream& out, const Terminal& terminal, const UpgradeAnswer& answer,
                   const UpgradeTotals& totals) {
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

void print_text(std::ostream& out, const Terminal& terminal, const UpgradeAnswer& answer, bool wide) {
  const UpgradeTotals totals = totals_of(answer);
  out << container_table(answer, wide) << count_table("NAMESPACE", totals.by_namespace)
      << count_table("OWNER", totals.by_owner) << static_table(answer, wide);
  for (const auto& [rule, count] : totals.by_cause) out << fmt::format("{} because {}\n", count, rule);
  if (totals.changed_without_restart > 0) {
    out << fmt::format("{} changed but left alone: init and ephemeral containers, and those of finished pods\n",
                       totals.changed_without_restart);
  }
  print_summary(out, terminal, answer, totals);
}

/// Steps and policies side by side.
void print_comparison(std::ostream& out, const std::vector<UpgradeAnswer>& answers) {
  TextTable table{{"UPGRADE", "POLICY", "RESTARTING", "CONTAINERS"}};
  for (const UpgradeAnswer& answer : answers) {
    const UpgradeCount all = totals_of(answer).all;
    table.add({fmt::format("{} to {}", minor_string(answer.step.from), minor_string(answer.step.to)),
               answer.step.policy, std::to_string(all.restarting), std::to_string(all.containers)});
  }
  out << '\n' << table.text();
}

void print_lines(std::ostream& out, const std::vector<UpgradeAnswer>& answers) {
  for (const UpgradeAnswer& answer : answers) {
    const auto print = [&](ordered_json fate) {
      ordered_json document{{"from", minor_string(answer.step.from)}, {"to", minor_string(answer.step.to)}};
      if (answer.step.policy != "upstream") document["policy"] = answer.step.policy;
      document.update(std::move(fate));
      print_document(out, OutputFormat::jsonl, document);
    };
    for (const ContainerFate& fate : answer.fates) print(fate_document(fate));
    for (const StaticFate& fate : answer.static_pods) print(fate_document(fate, answer.step));
  }
}

void print_tables(std::ostream& out, const Terminal& terminal, bool wide, const std::vector<UpgradeAnswer>& answers,
                  const ProofSummary* proof) {
  if (proof) {
    out << fmt::format("Of {} hashes that the node stored, {} are what {} computes", proof->found, proof->reproduced,
                       minor_string(answers.front().step.from));
    if (proof->unmatched > 0) out << fmt::format("; {} observed containers are in no pod given", proof->unmatched);
    out << ".\n\n";
  }
  for (const UpgradeAnswer& answer : answers) print_text(out, terminal, answer, wide);
  if (answers.size() > 1) print_comparison(out, answers);
}

}  // namespace

std::string pod_name(const ContainerFate& fate) {
  return fate.pod.empty() ? std::string{"-"} : fate.namespace_name + "/" + fate.pod;
}

std::string cause_text(const ContainerFate& fate) {
  if (!fate.rule) return {};
  return fate.detail.empty() ? *fate.rule : *fate.rule + "; " + fate.detail;
}

std::string_view kind_name(api::ContainerKind kind) noexcept {
  switch (kind) {
    case api::ContainerKind::init:
      return "init";
    case api::ContainerKind::regular:
      return "regular";
    case api::ContainerKind::ephemeral:
      return "ephemeral";
  }
  return "";
}

UpgradeTotals totals_of(const UpgradeAnswer& answer) {
  UpgradeTotals totals;
  for (const ContainerFate& fate : answer.fates) {
    for (UpgradeCount* count : {&totals.all, &totals.by_namespace[fate.namespace_name], &totals.by_owner[fate.owner]}) {
      ++count->containers;
      if (fate.restarts) ++count->restarting;
    }
    if (fate.restarts && fate.rule) ++totals.by_cause[*fate.rule];
    if (fate.changed && !fate.restarts) ++totals.changed_without_restart;
  }
  for (const StaticFate& fate : answer.static_pods) {
    const bool is_left = fate.effect == StaticEffect::stays || fate.effect == StaticEffect::never_ran;
    if (!is_left) ++totals.static_pods_touched;
  }
  return totals;
}

bool touches_any(const UpgradeAnswer& answer) {
  const UpgradeTotals totals = totals_of(answer);
  return totals.all.restarting > 0 || totals.static_pods_touched > 0;
}

void print_upgrade(std::ostream& out, const Terminal& terminal, OutputFormat format,
                   const std::vector<UpgradeAnswer>& answers, const ProofSummary* proof) {
  switch (format) {
    case OutputFormat::table:
    case OutputFormat::wide:
      return print_tables(out, terminal, format == OutputFormat::wide, answers, proof);
    case OutputFormat::jsonl:
      return print_lines(out, answers);
    case OutputFormat::sarif:
      return print_document(out, format, sarif_document(answers));
    case OutputFormat::json:
    case OutputFormat::yaml:
      return print_document(out, format, upgrade_document(answers, proof));
  }
}

}  // namespace podreel::cli
