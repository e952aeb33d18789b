#include "tools/cli/batch/batch.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <ostream>
#include <string_view>

#include "engine/api/printable.hpp"
#include "engine/decide/explain.hpp"
#include "tools/cli/arguments/gate_list.hpp"
#include "tools/cli/arguments/load_runs.hpp"

namespace podreel::cli {

void add_batch_options(CLI::App& verb, BatchOptions& options, const std::vector<OutputFormat>& formats) {
  add_input_options(verb, options.files, "recorded cases, or pods");
  releases(verb.add_option("--kubelet-version", options.kubelet_version, "kubelet release"))
      ->each([&options](const std::string&) { options.selects_kubelet = true; })
      ->capture_default_str();
  verb.add_option("--feature-gates", options.feature_gates, "feature gates of the kubelet, as A=true,B=false")
      ->type_name("GATE=BOOL,…");
  verb.add_flag("--explain", options.explain, "explain each step");
  verb.add_flag("--strict", options.strict, "treat warnings as errors");
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

bool accept_names(std::vector<api::Problem> unknown, const std::string& file, int line, const BatchOptions& options,
                  std::vector<api::Problem>& problems, Context& context) {
  for (api::Problem& problem : unknown) {
    problem.file = file;
    problem.mark = {line, 1};
  }
  if (!options.strict) {
    warn(unknown, context);
    return true;
  }
  problems.insert(problems.end(), unknown.begin(), unknown.end());
  return unknown.empty();
}

bool accept_fields(const std::vector<api::Problem>& unknown, bool is_strict, std::vector<api::Problem>& problems,
                   CountedWarnings& warnings) {
  if (is_strict) {
    problems.insert(problems.end(), unknown.begin(), unknown.end());
    return unknown.empty();
  }
  for (const api::Problem& problem : unknown) warnings.add(problem);
  return true;
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
