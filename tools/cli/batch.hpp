// What the batch verbs have in common: cases in, a kubelet of some release, an answer to each of them out.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/decide/pod_actions.hpp"
#include "engine/release/behaviour.hpp"
#include "scenarios/batch/batch_input.hpp"
#include "tools/cli/bad_input.hpp"
#include "tools/cli/input_files.hpp"
#include "tools/cli/output_format.hpp"
#include "tools/cli/progress.hpp"
#include "tools/cli/verb.hpp"

namespace podreel::cli {

struct BatchOptions {
  std::vector<std::string> files;
  std::string kubelet_version = release::minor_string(release::newest_release());
  /// "SidecarContainers=true,…".
  std::string feature_gates;
  bool explain = false;
  OutputFormat format{};
};

/// Declares -f FILE, --kubelet-version, --feature-gates, --explain and -o, of which the first of `formats` is the
/// default. `options` must outlive `verb`.
void add_batch_options(CLI::App& verb, BatchOptions& options, const std::vector<OutputFormat>& formats);

/// Kubelets of the releases named, all with --feature-gates. Throws BadInput for gates that one of them does not take,
/// and warns of those that podreel does not obey.
[[nodiscard]] std::vector<release::Behaviour> kubelets_of(const BatchOptions& options,
                                                          const std::vector<std::string>& releases, Context& context);

/// What a batch verb answers to one case.
struct BatchAnswer {
  /// For every format but a table; its `id` is the case's.
  nlohmann::ordered_json document;
  /// For a table.
  std::vector<std::string> row{};
  /// Printed behind the table.
  std::string text{};
};

/// How the answers of a verb are shown.
struct BatchShape {
  /// The header of the table; none: there is only the answers' text.
  std::vector<std::string> columns{};
  /// The member under which json and yaml list all answers; none: each is a document of its own.
  std::string list{};
};

/// `id` as it is shown to people.
[[nodiscard]] std::string id_text(const nlohmann::ordered_json& id);

/// A line "  <sentence>" for each.
[[nodiscard]] std::string lines_of(const decide::Reasons& reasons);

/// As the `reasons` of a document.
[[nodiscard]] nlohmann::ordered_json to_json(const decide::Reasons& reasons);

void print_answers(std::ostream& out, OutputFormat format, const BatchShape& shape,
                   const std::vector<BatchAnswer>& answers);

/// Reads all cases, prints what `answer` makes of each, and then throws BadInput for what was no case. `answer` takes a
/// batch::ReadCase and returns an optional BatchAnswer; returned is how many it gave.
template <class Case, class Answer>
std::size_t run_batch(const BatchOptions& options, Context& context, const batch::CaseKind<Case>& kind,
                      const BatchShape& shape, const Answer& answer) {
  const release::Release release = release::parse_release(options.kubelet_version).value();
  std::vector<api::Problem> problems;
  std::vector<batch::ReadCase<Case>> cases;
  for (const std::string& file : input_files(options.files)) {
    for (auto& read : batch::read_cases(kind, text_of_file(file), file, release, problems)) {
      cases.push_back(std::move(read));
    }
  }
  std::vector<BatchAnswer> answers;
  {
    Progress progress{context.diagnostics, context.diagnostics_terminal, "cases", cases.size()};
    for (std::size_t index = 0; index < cases.size(); ++index) {
      if (std::optional<BatchAnswer> given = answer(cases[index])) answers.push_back(*std::move(given));
      progress.at(index + 1);
    }
  }
  print_answers(context.out, options.format, shape, answers);
  if (!problems.empty()) throw BadInput{problems};
  return answers.size();
}

}  // namespace podreel::cli
