#include "tools/timeline/comparison_text.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ostream.h>
#include <fmt/ranges.h>
#include <vector>

#include "engine/api/printable.hpp"
#include "scenarios/format/in_seconds.hpp"
#include "tools/text/shown_text.hpp"
#include "tools/text/wrapped_text.hpp"

namespace podreel::cli {

namespace {

/// Numbers the behaviours in the order in which groups name them.
class Notes {
 public:
  explicit Notes(bool is_full) noexcept : is_full_{is_full} {}

  /// Returns the names of the behaviours that decide texts or fields; in full, their marks.
  std::string names(const GroupCauses& causes) {
    if (is_full_ || causes.deciding.empty()) return marks(causes);
    std::vector<std::string_view> names;
    for (const SwitchedBehaviour& behaviour : causes.deciding) names.push_back(behaviour.row->name);
    return fmt::format("  ({})", fmt::join(names, " or "));
  }

  /// Returns "  [1]" or "  [1] or [2]"; for behaviours that only change the records, "  see [1], [2]".
  std::string marks(const GroupCauses& causes) {
    constexpr std::size_t max_marks = 3;
    const bool decides = !causes.deciding.empty();
    const std::vector<SwitchedBehaviour>& behaviours = decides ? causes.deciding : causes.contributing;
    if (behaviours.empty()) return {};
    std::vector<std::string> marks;
    for (const SwitchedBehaviour& behaviour : behaviours) {
      if (marks.size() < max_marks) marks.push_back(fmt::format("[{}]", number_of(behaviour)));
    }
    return fmt::format("  {}{}", decides ? "" : "see ", fmt::join(marks, decides ? " or " : ", "));
  }

  [[nodiscard]] const std::vector<SwitchedBehaviour>& behaviours() const noexcept { return behaviours_; }

 private:
  std::size_t number_of(const SwitchedBehaviour& behaviour) {
    auto place = std::ranges::find(behaviours_, behaviour.row, &SwitchedBehaviour::row);
    if (place == behaviours_.end()) place = behaviours_.insert(behaviours_.end(), behaviour);
    return static_cast<std::size_t>(place - behaviours_.begin()) + 1;
  }

  bool is_full_;
  std::vector<SwitchedBehaviour> behaviours_;
};

/// Returns the length of the common beginning of both texts that need not be shown, up to a space.
std::size_t hidden_length(const std::string& left, const std::string& right) {
  constexpr std::size_t min_hidden = 16;
  const auto common = static_cast<std::size_t>(std::ranges::mismatch(left, right).in1 - left.begin());
  const std::size_t shown_words = 3;
  std::size_t end = common;
  for (std::size_t word = 0; word < shown_words && end > 0 && end != std::string::npos; ++word) {
    end = left.rfind(' ', end - 1);
  }
  return end == std::string::npos || end < min_hidden ? 0 : end;
}

std::string quoted(const std::string& text, std::size_t hidden) {
  return hidden == 0 ? fmt::format("\"{}\"", text) : fmt::format("\"…{}\"", text.substr(hidden));
}

void print_wording(std::ostream& out, const RunComparison& comparison, Notes& notes) {
  const WordingDifferences& wording = comparison.wording;
  if (wording.is_empty()) return;
  out << "Same records, other texts or fields:\n";
  for (std::size_t index = 0; index < wording.wordings.size(); ++index) {
    const WordingGroup& group = wording.wordings[index];
    const std::string left = api::printable_line(group.left->words);
    const std::string right = api::printable_line(group.right->words);
    const std::size_t hidden = hidden_length(left, right);
    fmt::print(out, "{:>6} x {}  {}: {} → {}{}\n", group.count, api::printable_line(group.left->who),
               api::printable_line(group.left->what), quoted(left, hidden), quoted(right, hidden),
               notes.names(comparison.causes.wordings[index]));
  }
  for (std::size_t index = 0; index < wording.fields.size(); ++index) {
    const FieldGroup& group = wording.fields[index];
    fmt::print(out, "{:>6} x {}: only {} has {}{}\n", group.count, api::printable_line(group.who),
               group.is_of_left ? '-' : '+', api::printable_line(group.field),
               notes.names(comparison.causes.fields[index]));
  }
  if (wording.renumbered > 0) fmt::print(out, "{:>6} x other numbers in texts\n", wording.renumbered);
  out << '\n';
}

/// Returns how the numbers or times differ: "44 → 8 times".
std::string change_of(const DifferenceGroup& group, bool has_jitter) {
  const std::size_t only = group.left_count == 0 ? group.right_count : group.right_count == 0 ? group.left_count : 0;
  if (only == 1) return fmt::format("only {}", group.left_count == 0 ? '+' : '-');
  if (only > 1) return fmt::format("only {}, {} times", group.left_count == 0 ? '+' : '-', only);
  if (group.is_counted) return fmt::format("{} → {} times", group.left_count, group.right_count);
  if (!has_jitter) return "in another order";
  return group.moved > 1 ? fmt::format("and {} more", group.moved - 1) : std::string{};
}

std::string group_text(const DifferenceGroup& group, bool has_jitter) {
  const TimelineLine& line = group.left != nullptr ? *group.left : *group.right;
  const bool is_one_line = group.left_count + group.right_count == 1 || (!group.is_counted && group.moved <= 1);
  std::string text = fmt::format("{}  {}  {}", line.pod, line.who, is_one_line ? line.what : group.series.what);
  const std::string& why = is_one_line ? line.why : group.series.why;
  if (!why.empty()) text += "  " + why;
  if (const std::string change = change_of(group, has_jitter); !change.empty()) text += ", " + change;
  if (group.pods > 1) text += fmt::format(", also {}", counted(group.pods - 1, "other pod"));
  return api::printable_line(text);
}

void print_groups(std::ostream& out, const RunComparison& comparison, bool is_full, Notes& notes) {
  if (comparison.groups.empty()) return;
  constexpr std::size_t max_groups = 14;
  const bool has_jitter = comparison.seeds > 1;
  fmt::print(out, "Done otherwise{}:\n",
             has_jitter ? fmt::format(", beyond the jitter of {} seeds", comparison.seeds) : std::string{});
  const std::size_t shown = is_full ? comparison.groups.size() : std::min(max_groups, comparison.groups.size());
  for (std::size_t index = 0; index < shown; ++index) {
    const DifferenceGroup& group = comparison.groups[index];
    fmt::print(out, "  {:>10}  {:>10}  {}{}\n", time_text(group.left), time_text(group.right),
               group_text(group, has_jitter), notes.marks(comparison.causes.groups[index]));
  }
  const std::size_t hidden = comparison.groups.size() - shown;
  if (hidden > 0) fmt::print(out, "  … {} more (--full shows them)\n", counted(hidden, "series"));
  out << '\n';
}

void print_behaviours(std::ostream& out, const Notes& notes) {
  if (notes.behaviours().empty()) return;
  out << "Why:\n";
  std::size_t number = 0;
  for (const auto& [row, is_of_left] : notes.behaviours()) {
    const std::string text =
        fmt::format("only {} has {}: {} ({})", is_of_left ? '-' : '+', row->name, row->what, row->source);
    fmt::print(out, "  [{}] {}\n", ++number, wrapped(text, 6));
  }
  out << '\n';
}

}  // namespace

std::string time_text(const TimelineLine* line) {
  if (line == nullptr) return {};
  return fmt::format("{:.3f}s", format::in_seconds(line->at));
}

std::string line_text(const TimelineLine& line) {
  std::string text = fmt::format("{}  {}  {}", line.pod, line.who, line.what);
  if (!line.words.empty()) text += "  " + line.words;
  return api::printable_line(text);
}

void print_comparison(std::ostream& out, const RunComparison& comparison, const ComparisonView& view) {
  Notes notes{view.is_full};
  if (!view.ignores_texts) print_wording(out, comparison, notes);
  print_groups(out, comparison, view.is_full, notes);
  if (comparison.jitter_rows > 0) {
    fmt::print(out, "{} in one run only, as other seeds have {}, too (--full shows {}).\n\n",
               counted(comparison.jitter_rows, "more line"), comparison.jitter_rows == 1 ? "it" : "them",
               comparison.jitter_rows == 1 ? "it" : "them");
  }
  print_behaviours(out, notes);
  if (comparison.is_limited) {
    fmt::print(out, "Times and causes were not compared, because the runs are long{}.\n\n",
               view.is_full ? "" : " (--full compares more)");
  }
  if (comparison.causes.untried > 0) {
    fmt::print(out, "{} not tried as causes, because the runs are long{}.\n\n",
               counted(comparison.causes.untried, "behaviour was", "behaviours were"),
               view.is_full ? "" : " (--full tries more)");
  }
}

}  // namespace podreel::cli
