#include "engine/manifests/object_line.hpp"

#include <cstddef>
#include <utility>

#include "engine/api/cursor.hpp"
#include "engine/api/json_reader.hpp"
#include "engine/api/problem_list.hpp"
#include "engine/api/syntax_error.hpp"
#include "engine/manifests/object_stream.hpp"
#include "engine/manifests/workloads.hpp"

namespace podreel::manifests {

namespace {

constexpr std::string_view blanks = " \t\r\n";

/// Returns the index of the quote that ends the string that begins at `at`; the size of the text if none does.
std::size_t end_of_string(std::string_view text, std::size_t at) {
  while (++at < text.size() && text[at] != '"') {
    if (text[at] == '\\') ++at;
  }
  return at < text.size() ? at : text.size();
}

/// Calls `use` with each key of the top object.
template <class Use>
void for_each_top_key(std::string_view text, const Use& use) {
  int depth = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char character = text[at];
    if (character == '{' || character == '[') ++depth;
    if (character == '}' || character == ']') --depth;
    if (character != '"') continue;
    const std::size_t end = end_of_string(text, at);
    const std::size_t next = text.find_first_not_of(blanks, end + 1);
    const bool is_key = depth == 1 && next != std::string_view::npos && text[next] == ':';
    if (is_key) use(text.substr(at + 1, end - at - 1));
    at = end;
  }
}

}  // namespace

LineKind kind_of_line(std::string_view line) {
  const std::size_t begin = line.find_first_not_of(blanks);
  if (begin == std::string_view::npos || line[begin] != '{') return LineKind::other;
  LineKind kind = LineKind::other;
  for_each_top_key(line, [&kind](std::string_view key) {
    if (key == "pod" || key == "container") kind = LineKind::recorded_case;
    const bool is_of_object = key == "kind" || key == "metadata" || key == "items";
    if (is_of_object && kind == LineKind::other) kind = LineKind::object;
  });
  return kind;
}

void read_object_line(std::string_view line, int number, const std::string& file, const PodStreamHandlers& handlers,
                      std::vector<api::Problem>& problems) {
  std::vector<api::Tree> objects;
  try {
    objects = api::read_json(line);
  } catch (const api::SyntaxError& error) {
    problems.push_back({file, {number, error.mark.column}, api::abbreviated(error.path), error.message});
    return;
  }
  const std::string path;
  for (api::Tree& object : objects) {
    const StreamedItem item{object, {number, 1}, path, {}};
    std::vector<api::Problem>* warnings = handlers.observer.warnings;
    const std::size_t first_problem = problems.size();
    const std::size_t first_warning = warnings == nullptr ? 0 : warnings->size();
    std::vector<ManifestPod> pods = api::Cursor{object}["items"]
                                        ? pods_of(object, file, problems, handlers.observer)
                                        : pods_of_item(object, {}, path, file, problems, handlers.observer);
    item.put_in_file(problems, first_problem);
    if (warnings != nullptr) item.put_in_file(*warnings, first_warning);
    for (ManifestPod& pod : pods) {
      pod.mark = item.in_file(pod.mark);
      handlers.pod(std::move(pod));
    }
  }
}

}  // namespace podreel::manifests
