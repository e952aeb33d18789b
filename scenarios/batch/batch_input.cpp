#include "scenarios/batch/batch_input.hpp"

#include "engine/api/input_lines.hpp"
#include "engine/api/json_value.hpp"
#include "engine/api/syntax_error.hpp"
#include "engine/manifests/object_line.hpp"
#include "engine/manifests/pod_stream.hpp"
#include "engine/types/defaults.hpp"

namespace podreel::batch {

using manifests::kind_of_line;
using manifests::LineKind;

bool is_named_as_lines(const std::string& file) {
  return file.ends_with(".jsonl") || file.ends_with(".jsonl.gz");
}

bool holds_lines(std::string_view line, const std::string& file) {
  const bool is_named_so = is_named_as_lines(file);
  try {
    const nlohmann::json json = api::read_json_value(line);
    return json.is_object() && (is_named_so || kind_of_line(line) != LineKind::object);
  } catch (const api::SyntaxError&) {
    return is_named_so;
  }
}

void read_file(const std::string& file, const FileReaders& readers, std::vector<api::Problem>& problems) {
  api::InputFile input{file};
  if (holds_lines(input.first_line(), file)) return read_lines(input, file, readers, problems);
  manifests::stream_pods(input, {readers.pod, readers.progress, readers.max_problems, readers.observer}, problems);
}

void read_lines(api::InputFile& input, const std::string& file, const FileReaders& readers,
                std::vector<api::Problem>& problems) {
  const std::size_t before = problems.size();
  const manifests::PodStreamHandlers of_objects{.pod = readers.pod, .observer = readers.observer};
  api::InputLines lines{input};
  while (const std::optional<std::string_view> line = lines.next()) {
    if (kind_of_line(*line) != LineKind::object) {
      readers.line(*line, lines.number());
    } else if (readers.object_line) {
      readers.object_line(*line, lines.number());
    } else {
      manifests::read_object_line(*line, lines.number(), file, of_objects, problems);
    }
    if (readers.progress) readers.progress(lines.bytes());
    if (is_enough(problems, before, file, readers.max_problems)) return;
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
