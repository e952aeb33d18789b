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
#include "tools/cli/arguments/output_format.hpp"
#include "tools/cli/arguments/progress.hpp"
#include "tools/cli/batch/answer_printer.hpp"
#include "tools/cli/command/verb.hpp"
#include "tools/files/bad_input.hpp"
#include "tools/files/input_files.hpp"

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

/// `id` as it is shown to people.
[[nodiscard]] std::string id_text(const nlohmann::ordered_json& id);

/// A line "  <sentence>" for each.
[[nodiscard]] std::string lines_of(const decide::Reasons& reasons);

/// As the `reasons` of a document.
[[nodiscard]] nlohmann::ordered_json to_json(const decide::Reasons& reasons);

/// Prints what `answer` makes of each case as it is read, and then throws BadInput for what was no case. `answer` takes
/// a batch::ReadCase and returns an optional BatchAnswer; returned is how many it gave.
template <class Case, class Answer>
std::size_t run_batch(const BatchOptions& options, Context& context, const batch::CaseKind<Case>& kind,
                      const BatchShape& shape, const Answer& answer) {
  const release::Release release = release::parse_release(options.kubelet_version).value();
  std::vector<api::Problem> problems;
  AnswerPrinter printer{context.out, options.format, shape};
  std::size_t answers = 0;
  for (const std::string& file : input_files(options.files)) {
    InputProgress progress = InputProgress::while_answering(context, file);
    batch::read_cases(kind, file, release, progress.function(), problems, [&](const batch::ReadCase<Case>& read) {
      if (const std::optional<BatchAnswer> given = answer(read)) {
        printer.add(*given);
        ++answers;
      }
    });
  }
  printer.finish();
  if (!problems.empty()) throw BadInput{problems};
  return answers;
}

}  // namespace podreel::cli
