#include "tools/cli/batch/decide_cases.hpp"

#include <string_view>
#include <vector>

#include "engine/release/release.hpp"
#include "scenarios/batch/case_to_json.hpp"
#include "scenarios/batch/sync_cases.hpp"

namespace podreel::cli {

namespace {

/// A line of JSON Lines is a case; without `status`, what its pod makes takes that place. `text`: as it stands there.
nlohmann::ordered_json case_of_line(std::string_view text, const nlohmann::json& line, release::Release release) {
  auto given = nlohmann::ordered_json::parse(text, nullptr, false);
  if (given.is_discarded()) given = line;
  if (!given.value("status", nlohmann::ordered_json{}).is_null()) return given;
  given.erase("status");
  nlohmann::ordered_json made = batch::case_of(line.at("pod"), release);
  made.update(given);
  return made;
}

}  // namespace

void print_cases(const BatchOptions& options, Context& context) {
  const release::Release release = release::parse_release(options.kubelet_version).value();
  const BatchShape shape;
  AnswerPrinter printer{context.out, OutputFormat::jsonl, shape};
  std::vector<api::Problem> problems;
  for (const std::string& file : input_files(options.files)) {
    InputProgress progress = InputProgress::while_answering(context, file);
    const auto line = [&](std::string_view text, int number) {
      const auto read = batch::read_line(text, file, number, problems, [&](const batch::JsonField& field) {
        static_cast<void>(batch::sync_case_from(field));
        return case_of_line(text, field.value(), release);
      });
      if (read) printer.add_document(*read);
    };
    const auto pod = [&](manifests::ManifestPod found) {
      printer.add_document(batch::case_of(std::move(found.pod), release));
    };
    batch::read_file(file, {line, pod, progress.function()}, problems);
  }
  printer.finish();
  if (!problems.empty()) throw BadInput{problems};
}

}  // namespace podreel::cli
