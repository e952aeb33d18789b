#include "tools/cli/told_timeline.hpp"

#include <limits>
#include <utility>
#include <variant>

#include "engine/trace/narration.hpp"

namespace podreel::cli {

namespace {

/// Releases compute different hashes of the same container: that alone is no difference.
trace::Record without_hash(const trace::Record& record) {
  trace::Record shown = record;
  if (auto* call = std::get_if<trace::RuntimeCall>(&shown.payload)) call->hash.reset();
  return shown;
}

}  // namespace

void ToldTimeline::write(const trace::Record& record) {
  trace::Narration told = trace::narrate(without_hash(record));
  const bool is_sync = !told.reasons.empty();
  if (is_sync) {
    for (std::size_t line = undecided_; line < lines_.size(); ++line) {
      if (lines_[line].pod == record.pod && lines_[line].sync > syncs_.size()) lines_[line].sync = syncs_.size();
    }
    syncs_.push_back({record.pod, std::move(told.reasons)});
  }
  const bool says_more = !told.why.empty();
  if (told.is_detail || (is_sync && !says_more)) return;
  constexpr auto unknown = std::numeric_limits<std::size_t>::max();
  lines_.push_back({record.time - start_, record.pod, std::move(told.who), std::move(told.what), std::move(told.why),
                    is_sync ? syncs_.size() - 1 : unknown});
}

}  // namespace podreel::cli
