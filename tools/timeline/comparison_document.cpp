#include "tools/timeline/comparison_document.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "engine/api/printable.hpp"
#include "tools/timeline/page_time.hpp"

namespace podreel::cli {

namespace {

using nlohmann::ordered_json;

/// Collects the rows that causes name.
class Behaviours {
 public:
  /// Returns their names.
  ordered_json names(const std::vector<SwitchedBehaviour>& behaviours) {
    ordered_json names = ordered_json::array();
    for (const SwitchedBehaviour& behaviour : behaviours) {
      names.push_back(behaviour.row->name);
      const bool is_known = std::ranges::find(rows_, behaviour.row, &SwitchedBehaviour::row) != rows_.end();
      if (!is_known) rows_.push_back(behaviour);
    }
    return names;
  }

  [[nodiscard]] ordered_json document() const {
    ordered_json document = ordered_json::array();
    for (const auto& [row, is_of_left] : rows_) {
      document.push_back({{"name", row->name},
                          {"description", row->what},
                          {"source", row->source},
                          {"evidence", release::name_of(release::evidence_kind(*row))},
                          {"of", is_of_left ? "left" : "right"}});
    }
    return document;
  }

 private:
  std::vector<SwitchedBehaviour> rows_;
};

ordered_json text_document(const WordingGroup& group) {
  return {{"who", api::printable_line(group.left->who)},
          {"what", api::printable_line(group.left->what)},
          {"count", group.count},
          {"left", api::printable_line(group.left->words)},
          {"right", api::printable_line(group.right->words)}};
}

ordered_json field_document(const FieldGroup& group) {
  return {{"who", api::printable_line(group.who)},
          {"field", api::printable_line(group.field)},
          {"count", group.count},
          {"of", group.is_of_left ? "left" : "right"}};
}

ordered_json time_document(const TimelineLine* line) {
  return line == nullptr ? ordered_json{} : ordered_json(page_seconds(line->at));
}

ordered_json group_document(const DifferenceGroup& group) {
  return {{"pod", api::printable_line(group.series.pod)},
          {"who", api::printable_line(group.series.who)},
          {"what", api::printable_line(group.series.what)},
          {"why", api::printable_line(group.series.why)},
          {"left", time_document(group.left)},
          {"right", time_document(group.right)},
          {"leftCount", group.left_count},
          {"rightCount", group.right_count},
          {"moved", group.moved},
          {"pods", group.pods}};
}

}  // namespace

void add_comparison(ordered_json& document, const RunComparison& comparison, bool has_texts) {
  Behaviours behaviours;
  const auto with_causes = [&behaviours](ordered_json group, const GroupCauses& causes) {
    group["decidedBy"] = behaviours.names(causes.deciding);
    if (causes.deciding.empty()) group["changedBy"] = behaviours.names(causes.contributing);
    return group;
  };
  const auto add = [&](const char* name, const auto& groups, const auto& causes, const auto& describe) {
    document[name] = ordered_json::array();
    for (std::size_t index = 0; index < groups.size(); ++index) {
      document[name].push_back(with_causes(describe(groups[index]), causes[index]));
    }
  };
  if (has_texts) {
    add("texts", comparison.wording.wordings, comparison.causes.wordings, text_document);
    add("fields", comparison.wording.fields, comparison.causes.fields, field_document);
  }
  add("groups", comparison.groups, comparison.causes.groups, group_document);
  document["behaviours"] = behaviours.document();
  document["seeds"] = comparison.seeds;
  if (comparison.is_limited) document["limited"] = true;
  document["jitterRows"] = comparison.jitter_rows;
}

}  // namespace podreel::cli
