#include "tools/cli/test/test_exchange.hpp"

#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "scenarios/parallel/numbers.hpp"

namespace podreel::cli {

namespace {

using parallel::NumberReader;
using parallel::put_number;
using parallel::put_text;

void put_outcome(const TestOutcome& outcome, std::string& bytes) {
  put_number(outcome.expectations, bytes);
  put_number(outcome.failures.size(), bytes);
  for (const TestFailure& failure : outcome.failures) {
    put_number(failure.type == golden_failure ? 1 : 0, bytes);
    put_text(failure.text, bytes);
    put_number(static_cast<std::uint64_t>(failure.mark.line), bytes);
    put_number(static_cast<std::uint64_t>(failure.mark.column), bytes);
  }
  put_number(static_cast<std::uint64_t>(std::chrono::ceil<std::chrono::microseconds>(outcome.took).count()), bytes);
  put_number(outcome.new_golden ? 1 : 0, bytes);
  if (outcome.new_golden) put_text(*outcome.new_golden, bytes);
}

TestOutcome read_outcome(NumberReader& reader) {
  TestOutcome outcome;
  outcome.expectations = reader.number();
  for (std::uint64_t left = reader.number(); left > 0 && !reader.has_failed(); --left) {
    const std::string_view type = reader.number() == 1 ? golden_failure : expectation_failure;
    outcome.failures.push_back({type, std::string{reader.text()}, {}});
    outcome.failures.back().mark.line = static_cast<int>(reader.number());
    outcome.failures.back().mark.column = static_cast<int>(reader.number());
  }
  outcome.took = std::chrono::microseconds{reader.number()};
  if (reader.number() == 1) outcome.new_golden = reader.text();
  return outcome;
}

}  // namespace

std::vector<TestOutcome> exchanged(std::vector<TestOutcome> outcomes, const std::vector<std::size_t>& done,
                                   parallel::RankGroup& rank_group) {
  std::string mine;
  for (const std::size_t index : done) {
    put_number(index, mine);
    put_outcome(outcomes.at(index), mine);
  }
  for (const std::string& said : rank_group.exchange(mine)) {
    NumberReader reader{said};
    while (!reader.is_at_end()) {
      const std::size_t index = reader.index(static_cast<std::uint32_t>(outcomes.size()));
      outcomes.at(index) = read_outcome(reader);
    }
    if (reader.has_failed()) throw std::runtime_error{"the outcomes of another process cannot be read"};
  }
  return outcomes;
}

}  // namespace podreel::cli
