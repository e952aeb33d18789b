#include "scenarios/batch/unknown_fields.hpp"

#include <optional>
#include <utility>

#include "engine/types/unknown_fields.hpp"

namespace podreel::batch {

namespace {

void add_unknown(const jsonl::JsonField& line, const char* member, std::string_view type,
                 std::vector<api::Problem>& problems) {
  const std::optional<jsonl::JsonField> object = line.find(member);
  if (!object) return;
  for (types::UnknownField& field : types::find_unknown_fields(type, object->value())) {
    problems.push_back({"", {}, object->path() + '.' + field.path, std::move(field.message)});
  }
}

}  // namespace

std::vector<api::Problem> unknown_fields(const jsonl::JsonField& line, const std::string& file, int number) {
  std::vector<api::Problem> problems;
  add_unknown(line, "pod", "Pod", problems);
  add_unknown(line, "container", "Container", problems);
  for (api::Problem& problem : problems) {
    problem.file = file;
    problem.mark = {number, 1};
  }
  return problems;
}

}  // namespace podreel::batch
