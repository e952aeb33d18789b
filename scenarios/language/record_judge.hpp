// Expectations about the records of a run.
#pragma once

#include <optional>

#include "scenarios/language/judge.hpp"

namespace podreel::language {

/// Judges expectations about records; keeps the records' JSON between them. The history must outlive it.
class RecordJudge {
 public:
  explicit RecordJudge(const RunHistory& history) : history_{history}, shown_(history.records.size()) {}

  [[nodiscard]] Verdict judge(const Records& expected);
  [[nodiscard]] Verdict judge(const Order& expected);

 private:
  [[nodiscard]] const nlohmann::json& shown(std::size_t index);
  [[nodiscard]] bool fits(const RecordPattern& pattern, std::size_t index);
  [[nodiscard]] std::pair<std::size_t, std::size_t> range(const Span& span) const;
  [[nodiscard]] std::vector<std::size_t> nearest(const RecordPattern& pattern, std::size_t begin, std::size_t end);

  const RunHistory& history_;
  std::vector<std::optional<nlohmann::json>> shown_;
};

}  // namespace podreel::language
