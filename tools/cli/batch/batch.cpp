#include "tools/cli/batch/batch.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <fmt/format.h>
#include <ostream>
#include <string_view>

#include "engine/api/document.hpp"
#include "engine/api/printable.hpp"
#include "engine/decide/explain.hpp"
#include "tools/cli/arguments/gate_list.hpp"

namespace podreel::cli {

void add_batch_options(CLI::App& verb, BatchOptions& options, const std::vector<OutputFormat>& formats) {
  add_input_options(verb, options.files, "recorded cases, or pods");
  releases(verb.add_option("--kubelet-version", options.kubelet_version, "kubelet release"))->capture_default_str();
  verb.add_option("--feature-gates", options.feature_gates, "feature gates of the kubelet, as A=true,B=false")
      ->type_name("GATE=BOOL,…");
  verb.add_flag("--explain", options.explain, "explain each step");
  add_output_format(verb, options.format, formats);
}

std::vector<release::Behaviour> kubelets_of(const BatchOptions& options, const std::vector<std::string>& releases,
                                            Context& context) {
  std::vector<release::Release> parsed;
  for (const std::string& release : releases) parsed.push_back(release::parse_release(release).value());
  const release::FeatureGates gates = parse_gate_list(options.feature_gates, parsed, context);
  std::vector<release::Behaviour> kubelets;
  for (const release::Release release : parsed) kubelets.push_back(release::behaviour_of(release, gates));
  return kubelets;
}

void warn_of_unknown_names(const batch::DecideCase& situation, const std::string& file, int line, Context& context) {
  const std::string place = fmt::format("warning: {}:{}: ", api::printable_line(file), line);
  std::vector<std::string_view> ids;
  for (const runtime::ContainerStatus& container : situation.observed.status.containers) {
    ids.push_back(container.id);
    if (api::find_container(*situation.pod.spec, container.name).container != nullptr) continue;
    context.diagnostics << place
                        << fmt::format("status: the container \"{}\" is not in the pod's spec\n",
                                       api::printable_line(container.name));
  }
  for (const auto& [field, results] : {std::pair{"liveness", &situation.liveness}, {"startup", &situation.startup}}) {
    for (const auto& [id, result] : *results) {
      if (std::ranges::find(ids, id) != ids.end()) continue;
      context.diagnostics << place
                          << fmt::format("{}: the status has no container with the id \"{}\"{}\n", field,
                                         api::printable_line(id), api::did_you_mean(id, ids, '"'));
    }
  }
}

std::string id_text(const nlohmann::ordered_json& id) {
  return api::printable_line(id.is_string() ? id.get<std::string>() : id.dump());
}

std::string lines_of(const decide::Reasons& reasons) {
  std::string lines;
  for (const decide::Reason& reason : reasons) lines += "  " + api::printable_line(to_sentence(reason)) + '\n';
  return lines;
}

nlohmann::ordered_json to_json(const decide::Reasons& reasons) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const decide::Reason& reason : reasons) list.push_back(decide::to_json(reason));
  return list;
}

}  // namespace podreel::cli
