#include "tools/cli/upgrade_report.hpp"

#include <fmt/format.h>

#include "tools/cli/text_table.hpp"

namespace podreel::cli {

namespace {

using nlohmann::ordered_json;
using release::minor_string;

std::string effect(const ContainerFate& fate) {
  if (fate.restarts) return "restarts";
  return fate.changed ? "changed, left alone" : "stays";
}

std::string cause_text(const ContainerFate& fate) {
  if (!fate.rule) return {};
  return fate.detail.empty() ? *fate.rule : *fate.rule + "; " + fate.detail;
}

std::string pod_name(const ContainerFate& fate) {
  return fate.pod.empty() ? std::string{"-"} : fate.namespace_name + "/" + fate.pod;
}

std::string title(const UpgradeStep& step) {
  std::string text = fmt::format("{} to {}", minor_string(step.from), minor_string(step.to));
  if (step.policy.kind != identity::PolicyKind::upstream) {
    text += fmt::format(", kubelet with {}", to_string(step.policy.kind));
  }
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

void print_text(std::ostream& out, const Terminal& terminal, const UpgradeAnswer& answer, bool wide) {
  const UpgradeTotals totals = totals_of(answer);
  out << container_table(answer, wide) << count_table("NAMESPACE", totals.by_namespace)
      << count_table("OWNER", totals.by_owner);
  for (const auto& [rule, count] : totals.by_cause) out << fmt::format("{} because {}\n", count, rule);
  if (totals.changed_without_restart > 0) {
    out << fmt::format("{} changed but left alone: init and ephemeral containers, and those of finished pods\n",
                       totals.changed_without_restart);
  }
  const std::string summary =
      fmt::format("{}: {} of {} containers restart", title(answer.step), totals.all.restarting, totals.all.containers);
  out << emphasised(terminal, totals.all.restarting > 0 ? Emphasis::bad : Emphasis::good, summary) << '\n';
}

ordered_json field_document(const std::string& name, const UpgradeCount& count) {
  return {{"name", name}, {"restarting", count.restarting}, {"containers", count.containers}};
}

ordered_json counts_document(const std::map<std::string, UpgradeCount>& counts) {
  ordered_json list = ordered_json::array();
  for (const auto& [name, count] : counts) list.push_back(field_document(name, count));
  return list;
}

ordered_json fate_document(const ContainerFate& fate) {
  ordered_json document;
  if (!fate.pod.empty()) {
    document["namespace"] = fate.namespace_name;
    document["pod"] = fate.pod;
  }
  if (!fate.owner.empty()) document["owner"] = fate.owner;
  document["container"] = fate.container;
  document["kind"] = kind_name(fate.kind);
  document["before"] = identity::hash_text(fate.before);
  document["after"] = identity::hash_text(fate.after);
  document["changed"] = fate.changed;
  document["restarts"] = fate.restarts;
  if (fate.changed) {
    document["cause"] = {{"kind", to_string(fate.cause)}, {"rule", fate.rule ? *fate.rule : ""}};
    if (!fate.detail.empty()) document["cause"]["detail"] = fate.detail;
  }
  return document;
}

ordered_json totals_document(const UpgradeTotals& totals) {
  ordered_json causes = ordered_json::array();
  for (const auto& [rule, count] : totals.by_cause) causes.push_back({{"rule", rule}, {"restarting", count}});
  return {{"restarting", totals.all.restarting},
          {"containers", totals.all.containers},
          {"changedButLeftAlone", totals.changed_without_restart},
          {"namespaces", counts_document(totals.by_namespace)},
          {"owners", counts_document(totals.by_owner)},
          {"causes", causes}};
}

ordered_json answer_document(const UpgradeAnswer& answer) {
  ordered_json containers = ordered_json::array();
  for (const ContainerFate& fate : answer.fates) containers.push_back(fate_document(fate));
  return {{"from", minor_string(answer.step.from)},
          {"to", minor_string(answer.step.to)},
          {"policy", to_string(answer.step.policy.kind)},
          {"containers", std::move(containers)},
          {"totals", totals_document(totals_of(answer))}};
}

}  // namespace

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
  return totals;
}

void print_upgrade(std::ostream& out, const Terminal& terminal, OutputFormat format,
                   const std::vector<UpgradeAnswer>& answers) {
  if (format == OutputFormat::table || format == OutputFormat::wide) {
    for (const UpgradeAnswer& answer : answers) print_text(out, terminal, answer, format == OutputFormat::wide);
    return;
  }
  if (format == OutputFormat::jsonl) {
    for (const UpgradeAnswer& answer : answers) {
      for (const ContainerFate& fate : answer.fates) {
        ordered_json document{{"from", minor_string(answer.step.from)}, {"to", minor_string(answer.step.to)}};
        document.update(fate_document(fate));
        print_document(out, format, document);
      }
    }
    return;
  }
  ordered_json upgrades = ordered_json::array();
  for (const UpgradeAnswer& answer : answers) upgrades.push_back(answer_document(answer));
  print_document(out, format, {{"upgrades", std::move(upgrades)}});
}

}  // namespace podreel::cli
