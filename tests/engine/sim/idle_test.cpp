#include "engine/sim/idle.hpp"

#include <doctest/doctest.h>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/invariant.hpp"

namespace podreel::sim {

namespace {

/// Doubles numbers, each once until it changes. The second of its two inputs may be undeclared.
struct Doubling final : IdleSleeper {
  Doubling() : IdleSleeper{"doubled numbers"} {}

  void invalidate(const memory::Text& key) override {
    invalidated.emplace_back(std::string{key});
    if (key.empty()) return known.clear();
    known.erase(std::string{key});
  }
  int doubled(const std::string& key, IdleWork idle) {
    const auto found = known.find(key);
    if (found != known.end() && idle == IdleWork::skipped) return found->second;
    const int now = 2 * numbers.at(key) + offset;
    if (found != known.end() && idle == IdleWork::checked) expect_idle(found->second != now, key);
    known[key] = now;
    return now;
  }

  std::map<std::string, int> numbers{{"a", 1}, {"b", 2}};
  int offset = 0;
  std::map<std::string, int> known;
  std::vector<std::string> invalidated;
};

struct Declared {
  IdleSource numbers{"numbers"};
  IdleSource offsets{"offsets"};
  Doubling sleeper;
};

}  // namespace

TEST_CASE_FIXTURE(Declared, "a change of a declared input reaches the sleeper with its key, others do not") {
  sleeper.depends_on({numbers});
  numbers.changed("a");
  offsets.changed("b");
  numbers.changed({});
  CHECK(sleeper.invalidated == std::vector<std::string>{"a", ""});
  CHECK(numbers.version() == 2);
  CHECK(offsets.version() == 1);
  CHECK(sleeper.input_version() == 2);
}

TEST_CASE_FIXTURE(Declared, "what is skipped equals what is executed while all inputs are declared") {
  sleeper.depends_on({numbers, offsets});
  for (const IdleWork idle : {IdleWork::skipped, IdleWork::executed, IdleWork::checked}) {
    CHECK(sleeper.doubled("a", idle) == 2 * sleeper.numbers["a"] + sleeper.offset);
    CHECK(sleeper.doubled("a", idle) == 2 * sleeper.numbers["a"] + sleeper.offset);
    ++sleeper.numbers["a"];
    numbers.changed("a");
    CHECK(sleeper.doubled("a", idle) == 2 * sleeper.numbers["a"] + sleeper.offset);
    ++sleeper.offset;
    offsets.changed({});
    CHECK(sleeper.doubled("a", idle) == 2 * sleeper.numbers["a"] + sleeper.offset);
  }
}

TEST_CASE_FIXTURE(Declared,
                  "an input that is not declared is missed silently when work is skipped, and found by checks") {
  sleeper.depends_on({numbers});
  CHECK(sleeper.doubled("a", IdleWork::skipped) == 2);
  ++sleeper.offset;
  offsets.changed({});
  CHECK(sleeper.doubled("a", IdleWork::skipped) == 2);
  CHECK_THROWS_WITH_AS(sleeper.doubled("a", IdleWork::checked),
                       "idle work \"doubled numbers\" did something to a although none of its declared inputs has "
                       "changed: an input is not declared among its inputs numbers (engine/sim/IDLE.md)",
                       InvariantViolation);
  CHECK(sleeper.doubled("a", IdleWork::executed) == 3);
}

TEST_CASE_FIXTURE(Declared, "an input that changes without saying so is found as well") {
  sleeper.depends_on({numbers, offsets});
  CHECK(sleeper.doubled("b", IdleWork::checked) == 4);
  ++sleeper.numbers["b"];
  CHECK_THROWS_AS(sleeper.doubled("b", IdleWork::checked), InvariantViolation);
}

TEST_CASE_FIXTURE(Declared, "an input cannot be declared twice") {
  sleeper.depends_on({numbers});
  CHECK_THROWS_AS(sleeper.depends_on({numbers}), InvariantViolation);
}

TEST_CASE("sources and sleepers go in any order") {
  IdleSource numbers{"numbers"};
  {
    Doubling sleeper;
    sleeper.depends_on({numbers});
  }
  numbers.changed("a");
  Doubling sleeper;
  {
    IdleSource short_lived{"short-lived"};
    sleeper.depends_on({short_lived, numbers});
  }
  CHECK(sleeper.describe_inputs() == "inputs numbers");
  numbers.changed("b");
  CHECK(sleeper.invalidated == std::vector<std::string>{"b"});
}

}  // namespace podreel::sim
