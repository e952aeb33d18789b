#include "tools/timeline/timeline_lines.hpp"

#include <limits>
#include <nlohmann/json.hpp>
#include <utility>
#include <variant>

#include "engine/trace/narration.hpp"
#include "tools/timeline/record_fields.hpp"

namespace podreel::cli {

namespace {

/// Releases compute different hashes of the same container: that alone is no difference.
trace::Record without_hash(const trace::Record& record) {
  trace::Record shown = record;
  if (auto* call = std::get_if<trace::RuntimeCall>(&shown.payload)) call->hash.reset();
  return shown;
}

trace::Record without_wording(trace::Record record) {
  if (auto* event = std::get_if<trace::Event>(&record.payload)) event->message.clear();
  if (auto* written = std::get_if<trace::EventWrite>(&record.payload)) written->message.clear();
  if (auto* probe = std::get_if<trace::Probe>(&record.payload)) probe->output.reset();
  if (auto* node = std::get_if<trace::Node>(&record.payload)) node->message.reset();
  if (auto* sync = std::get_if<trace::Sync>(&record.payload); sync != nullptr && sync->error) sync->error = "an error";
  return record;
}

std::vector<ComparableTimelineSink::Reason> reasons_of(const nlohmann::ordered_json& explanation) {
  std::vector<ComparableTimelineSink::Reason> reasons;
  for (const auto& step : explanation) {
    const std::string sentence = step.at("sentence");
    const std::string rule = step.value("subject", "") + '/' + step.value("rule", "");
    reasons.push_back({sentence, step.contains("times") ? rule : sentence});
  }
  return reasons;
}

}  // namespace

std::size_t ComparableTimelineSink::field_list(const trace::Record& record) {
  std::vector<std::string> names = field_names(record, start_);
  const auto [entry, is_new] = field_list_indices_.try_emplace(std::move(names), field_lists_.size());
  if (is_new) field_lists_.push_back(entry->first);
  return entry->second;
}

void ComparableTimelineSink::write(const trace::Record& record) {
  const trace::Record hashless = without_hash(record);
  trace::Narration narration = trace::narrate(hashless);
  std::string words = narration.why;
  if (wording_ == Wording::ignored) narration = trace::narrate(without_wording(hashless));
  const auto* sync = std::get_if<trace::Sync>(&record.payload);
  const bool is_sync = sync != nullptr && sync->explanation != nullptr;
  if (is_sync) {
    for (std::size_t line = undecided_; line < lines_.size(); ++line) {
      if (lines_[line].pod == record.pod && lines_[line].sync > syncs_.size()) lines_[line].sync = syncs_.size();
    }
    while (undecided_ < lines_.size() && lines_[undecided_].sync <= syncs_.size()) ++undecided_;
    syncs_.push_back({record.pod, reasons_of(*sync->explanation)});
  }
  if (narration.is_detail || (is_sync && !sync->error)) return;
  constexpr auto unknown = std::numeric_limits<std::size_t>::max();
  lines_.push_back({record.time - start_, record.pod, std::move(narration.who), std::move(narration.what),
                    std::move(narration.why), is_sync ? syncs_.size() - 1 : unknown, std::move(words),
                    wording_ == Wording::ignored ? field_list(record) : 0});
}

}  // namespace podreel::cli
