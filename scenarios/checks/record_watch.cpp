// Expectations about the records of a run.
#include <algorithm>
#include <cstddef>
#include <fmt/format.h>
#include <utility>
#include <variant>

#include "engine/invariant.hpp"
#include "engine/trace/json_tree.hpp"
#include "scenarios/checks/watch.hpp"

namespace podreel::format {

namespace {

constexpr std::size_t max_shown = 5;

/// Returns the only kind that a pattern names; null otherwise.
const std::string* kind_of(const RecordPattern& pattern) {
  const auto kind = pattern.pattern.find("kind");
  if (kind == pattern.pattern.end() || !kind->is_string()) return nullptr;
  const auto& name = kind->get_ref<const std::string&>();
  return name.find_first_of("*?") == std::string::npos ? &name : nullptr;
}

trace::Kinds kinds_of(const RecordPattern& pattern) {
  const std::string* kind = kind_of(pattern);
  return kind == nullptr ? trace::Kinds::all() : trace::Kinds::named(*kind);
}

/// Only compares records of the pattern's kind.
bool fits(const RecordPattern& pattern, ShownRecord& record) {
  const std::string* kind = kind_of(pattern);
  if (kind != nullptr && *kind != record.kind()) return false;
  return matches(pattern.pattern, record.json());
}

/// The records with the fewest differences from a pattern; among equal ones the first.
class Nearest {
 public:
  void consider(const RecordPattern& pattern, ShownRecord& record) {
    if (pattern.pattern.value("kind", "") != record.kind()) return;
    const std::size_t parts = pattern.pattern.size();
    const std::size_t count = differences(pattern.pattern, record.json()).size();
    // A record with only the kind in common is not close.
    if (parts > 2 && count + 1 >= parts) return;
    if (found_.size() == max_shown && found_.back().differences <= count) return;
    const auto place = std::ranges::upper_bound(found_, count, {}, &Candidate::differences);
    found_.insert(place, {count, seen_++, record.record()});
    if (found_.size() > max_shown) found_.pop_back();
    PODREEL_INVARIANT(found_.size() <= max_shown && found_.size() <= seen_, "only shown candidates are kept");
  }
  void clear() { found_.clear(); }

  [[nodiscard]] std::vector<trace::Record> take() && {
    std::ranges::sort(found_, {}, &Candidate::number);
    std::vector<trace::Record> records;
    for (Candidate& candidate : found_) records.push_back(std::move(candidate.record));
    return records;
  }

 private:
  struct Candidate {
    std::size_t differences;
    /// In order of arrival.
    std::size_t number;
    trace::Record record;
  };

  std::vector<Candidate> found_;
  std::size_t seen_ = 0;
};

std::string count_text(const Count& count) {
  if (count.at_most == count.at_least) return fmt::format("exactly {}", count.at_least);
  if (!count.at_most) return fmt::format("at least {}", count.at_least);
  return fmt::format("{} to {}", count.at_least, *count.at_most);
}

class CountWatch final : public Watch {
 public:
  CountWatch(const Records& expected, sim::Time start) : expected_{expected}, period_{expected.span, start} {}

  [[nodiscard]] trace::Kinds wanted() const override { return kinds_of(expected_.record); }
  void see(ShownRecord& record) override {
    if (is_decided() || !period_.contains(record.record().time)) return;
    if (fits(expected_.record, record)) {
      ++found_;
      last_ = record.record().time;
      if (first_.size() < max_shown) first_.push_back(record.record());
    } else if (found_ == 0 && expected_.count.at_least > 0) {
      nearest_.consider(expected_.record, record);
    }
  }

  Verdict verdict(sim::Time /*end*/) override {
    const Count& count = expected_.count;
    PODREEL_INVARIANT(first_.size() == std::min<std::uint64_t>(found_, max_shown),
                      "the first counted records are kept");
    if (found_ >= count.at_least && (!count.at_most || found_ <= *count.at_most)) {
      return {.held = true, .shown_at = last_ ? last_ : period_.until};
    }
    return {.seen = fmt::format("found {}, expected {}", found_, count_text(count)),
            .nearest = found_ == 0 ? std::move(nearest_).take() : std::move(first_)};
  }

 private:
  /// Whether the expectation holds regardless of further records.
  [[nodiscard]] bool is_decided() const noexcept {
    return found_ >= expected_.count.at_least && !expected_.count.at_most;
  }

  const Records& expected_;
  Period period_;
  std::uint64_t found_ = 0;
  /// Time of the last counted record.
  std::optional<sim::Time> last_;
  std::vector<trace::Record> first_;
  Nearest nearest_;
};

class OrderWatch final : public Watch {
 public:
  OrderWatch(const Order& expected, sim::Time start) : expected_{expected}, period_{expected.span, start} {}

  [[nodiscard]] trace::Kinds wanted() const override {
    trace::Kinds kinds;
    for (const RecordPattern& record : expected_.records) kinds |= kinds_of(record);
    return kinds;
  }
  void see(ShownRecord& record) override {
    if (found_.size() == expected_.records.size() || !period_.contains(record.record().time)) return;
    const RecordPattern& next = expected_.records[found_.size()];
    if (fits(next, record)) {
      found_.push_back(record.record());
      nearest_.clear();
    } else {
      nearest_.consider(next, record);
    }
  }

  Verdict verdict(sim::Time /*end*/) override {
    const std::size_t place = found_.size();
    PODREEL_INVARIANT(place <= expected_.records.size(), "each pattern matches one record at most");
    if (place == expected_.records.size()) {
      return {.held = true, .shown_at = found_.empty() ? std::nullopt : std::optional{found_.back().time}};
    }
    Verdict verdict{.seen = fmt::format("record {} of {} is missing{}", place + 1, expected_.records.size(),
                                        place == 0 ? "" : " after the previous ones"),
                    .nearest = std::move(found_)};
    std::ranges::move(std::move(nearest_).take(), std::back_inserter(verdict.nearest));
    return verdict;
  }

 private:
  const Order& expected_;
  Period period_;
  /// Matched records, one for each of the first patterns.
  std::vector<trace::Record> found_;
  Nearest nearest_;
};

}  // namespace

std::string_view ShownRecord::kind() const {
  return std::visit([](const auto& payload) { return std::remove_cvref_t<decltype(payload)>::kind; }, record_.payload);
}

const nlohmann::json& ShownRecord::json() {
  if (!json_) json_ = trace::json_of(record_, start_);
  return *json_;
}

std::unique_ptr<Watch> watch(const Records& expected, sim::Time start) {
  return std::make_unique<CountWatch>(expected, start);
}

std::unique_ptr<Watch> watch(const Order& expected, sim::Time start) {
  return std::make_unique<OrderWatch>(expected, start);
}

}  // namespace podreel::format
