// Common parts of the batch verbs, which read cases and print the answer of a kubelet to each.
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
#include "scenarios/batch/unknown_names.hpp"
#include "tools/cli/arguments/counted_warnings.hpp"
#include "tools/cli/arguments/load_runs.hpp"
#include "tools/cli/arguments/output_format.hpp"
#include "tools/cli/arguments/progress.hpp"
#include "tools/cli/batch/answer_printer.hpp"
#include "tools/cli/command/verb.hpp"
#include "tools/files/bad_input.hpp"
#include "tools/files/input_files.hpp"

namespace podreel::cli {

struct BatchOptions {
  std::vector<std::string> files;
  std::string kubelet_version = release::minor_string(release::default_release());
  /// The command line has --kubelet-version.
  bool selects_kubelet = false;
  /// For example "SidecarContainers=true,…".
  std::string feature_gates;
  bool explain = false;
  /// Warnings are errors.
  bool strict = false;
  OutputFormat format{};
};

/// Declares -f FILE, --kubelet-version, --feature-gates, --explain, --strict and -o, of which the first of `formats` is
/// the default. `options` must outlive `verb`.
void add_batch_options(CLI::App& verb, BatchOptions& options, const std::vector<OutputFormat>& formats);

/// Returns kubelets of the given releases, all with --feature-gates. Throws BadInput for gates that one of them does
/// not accept, and warns of gates that podreel does not model.
[[nodiscard]] std::vector<release::Behaviour> kubelets_of(const BatchOptions& options,
                                                          const std::vector<std::string>& releases, Context& context);

/// Warns of unknown names in a case of line `line` of `file` (batch::unknown_names). With --strict, appends them to
/// `problems` instead, and returns false: the case is not answered.
[[nodiscard]] bool accept_names(std::vector<api::Problem> unknown, const std::string& file, int line,
                                const BatchOptions& options, std::vector<api::Problem>& problems, Context& context);

/// Counts the unknown fields of a case (batch::unknown_fields). If `is_strict`, appends them to `problems` instead, and
/// returns false if there are any: the case is not answered.
[[nodiscard]] bool accept_fields(const std::vector<api::Problem>& unknown, bool is_strict,
                                 std::vector<api::Problem>& problems, CountedWarnings& warnings);

/// Formats `id` for tables and texts.
[[nodiscard]] std::string id_text(const nlohmann::ordered_json& id);

/// Formats each reason as a line "  <sentence>".
[[nodiscard]] std::string lines_of(const decide::Reasons& reasons);

/// Returns the `reasons` of a document.
[[nodiscard]] nlohmann::ordered_json to_json(const decide::Reasons& reasons);

/// Passes on each case of the files, and returns the problems of invalid cases. `use` takes a batch::ReadCase.
template <class Case, class Use>
[[nodiscard]] std::vector<api::Problem> for_each_case(const BatchOptions& options, Context& context,
                                                      const batch::CaseKind<Case>& kind, const Use& use) {
  const release::Release release = release::parse_release(options.kubelet_version).value();
  std::vector<api::Problem> problems;
  CountedWarnings fields;
  for (const std::string& file : input_files(options.files)) {
    InputProgress progress = InputProgress::while_answering(context, file);
    batch::read_cases(kind, file, release, progress.function(), problems, [&](const batch::ReadCase<Case>& read) {
      const bool has_known_names =
          accept_names(batch::unknown_names(read.situation), read.file, read.line, options, problems, context);
      if (accept_fields(read.unknown_fields, options.strict, problems, fields) && has_known_names) use(read);
    });
  }
  warn(fields.reported(), context);
  return problems;
}

/// Prints the answer to each case as the case is read, and then throws BadInput for invalid cases. `answer` takes a
/// batch::ReadCase and returns an optional BatchAnswer. Returns the number of answers.
template <class Case, class Answer>
std::size_t run_batch(const BatchOptions& options, Context& context, const batch::CaseKind<Case>& kind,
                      const BatchShape& shape, const Answer& answer) {
  if (!options.selects_kubelet && options.format == OutputFormat::table) note_default_kubelet(context);
  AnswerPrinter printer{context.out, options.format, shape};
  std::size_t answers = 0;
  const std::vector<api::Problem> problems =
      for_each_case(options, context, kind, [&](const batch::ReadCase<Case>& read) {
        if (const std::optional<BatchAnswer> given = answer(read)) {
          printer.add(*given);
          ++answers;
        }
      });
  printer.finish();
  if (!problems.empty()) throw BadInput{problems};
  return answers;
}

}  // namespace podreel::cli
