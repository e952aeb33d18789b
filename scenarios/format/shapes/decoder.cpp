#include "scenarios/format/shapes/decoder.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "engine/api/input_limits.hpp"
#include "engine/api/problem_list.hpp"
#include "engine/api/syntax_error.hpp"

namespace podreel::format {

namespace {

constexpr std::size_t max_shown_length = 60;

/// Returns the name that was probably meant: a similar one, or the only one that begins with `found` or with which
/// `found` begins.
std::string_view likely_name(std::string_view found, const std::vector<std::string_view>& accepted) {
  const std::string_view nearest = api::nearest_name(found, accepted);
  if (!nearest.empty()) return nearest;
  constexpr std::size_t min_prefix_length = 3;
  std::string_view likely;
  for (const std::string_view name : accepted) {
    const bool begins = name.starts_with(found) || found.starts_with(name);
    if (!begins || std::min(name.size(), found.size()) < min_prefix_length) continue;
    if (!likely.empty()) return {};
    likely = name;
  }
  return likely;
}

}  // namespace

Place Place::member(std::string_view name) const {
  return Place{*reading_, path_.empty() ? std::string{name} : fmt::format("{}.{}", path_, name)};
}

Place Place::item(std::size_t index) const {
  return Place{*reading_, fmt::format("{}[{}]", path_, index)};
}

void Place::problem(api::Mark mark, std::string message) const {
  if (reading_->reported.contains({mark.line, mark.column})) return;
  if (reading_->problems.size() > api::input_limits.kept_going_problems) return;
  reading_->problems.push_back({reading_->file, mark, path_, std::move(message)});
}

void Place::warning(api::Mark mark, std::string message) const {
  if (reading_->warnings.size() > api::input_limits.kept_going_problems) return;
  reading_->warnings.push_back({reading_->file, mark, path_, std::move(message)});
}

bool Place::takes_steps(api::Mark mark, std::size_t count) const {
  const std::size_t before = std::exchange(reading_->steps, std::min(reading_->steps + count, max_steps + 1));
  if (reading_->steps <= max_steps) return true;
  if (before <= max_steps) {
    problem(mark, fmt::format("the scenario's runs have more than {} steps in total, where a step for several pods "
                              "counts once for each pod",
                              max_steps));
  }
  return false;
}

void Place::reference(api::Mark mark, Reference::Kind kind, std::string pod, std::string name) const {
  reading_->references.push_back({kind, std::move(pod), std::move(name), mark, path_});
}

void Place::mismatch(const api::Tree& found, std::string_view accepted) const {
  problem(found.mark, fmt::format("found {}, accepted: {}", shown(found), accepted));
}

std::string shown(const api::Tree& node) {
  using Kind = api::Tree::Kind;
  switch (node.kind) {
    case Kind::null:
      return "nothing";
    case Kind::boolean:
      return fmt::format("the boolean {}", node.text);
    case Kind::integer:
      return fmt::format("the integer {}", api::cut(node.text, max_shown_length));
    case Kind::real:
      return fmt::format("the number {}", api::cut(node.text, max_shown_length));
    case Kind::string:
      return fmt::format("the string \"{}\"{}", api::cut(node.text, max_shown_length), api::template_remark(node.text));
    case Kind::list:
      return "a list";
    case Kind::map:
      return "a map";
  }
  return {};
}

std::string accepted_names(std::string_view found, const std::vector<std::string_view>& accepted) {
  const std::string list = accepted.empty() ? "none" : fmt::format("{}", fmt::join(accepted, ", "));
  const std::string_view likely = likely_name(found, accepted);
  if (likely.empty()) return fmt::format(", accepted: {}", list);
  return fmt::format("; did you mean \"{}\"? Accepted: {}", likely, list);
}

}  // namespace podreel::format
