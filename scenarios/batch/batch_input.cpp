#include "scenarios/batch/batch_input.hpp"

#include "engine/api/input_lines.hpp"
#include "engine/api/json_value.hpp"
#include "engine/api/syntax_error.hpp"
#include "engine/manifests/pod_stream.hpp"
#include "engine/types/defaults.hpp"

namespace podreel::batch {

bool holds_cases(std::string_view line, const std::string& file) {
  try {
    const nlohmann::json json = api::read_json_value(line);
    const bool is_case = json.contains("pod") || json.contains("container");
    return json.is_object() && (is_case || (!json.contains("kind") && !json.contains("items")));
  } catch (const api::SyntaxError&) {
    return file.ends_with(".jsonl");
  }
}

void read_file(const std::string& file, const FileReaders& readers, std::vector<api::Problem>& problems) {
  api::InputFile input{file};
  if (!holds_cases(input.first_line(), file)) {
    manifests::stream_pods(input, {.pod = readers.pod, .progress = readers.progress}, problems);
    return;
  }
  read_lines(input, file, readers, problems);
}

void read_lines(api::InputFile& input, const std::string& file, const FileReaders& readers,
                std::vector<api::Problem>& problems) {
  const std::size_t before = problems.size();
  api::InputLines lines{input};
  while (const std::optional<std::string_view> line = lines.next()) {
    readers.line(*line, lines.number());
    if (readers.progress) readers.progress(lines.bytes());
    if (is_enough(problems, before, file)) return;
  }
  if (!lines.problem()) return;
  problems.push_back(*lines.problem());
  problems.back().file = file;
}

api::Pod defaulted_pod(nlohmann::json pod, release::Release release) {
  types::apply_pod_defaults(pod, release);
  return api::pod_from_json(pod);
}

}  // namespace podreel::batch
