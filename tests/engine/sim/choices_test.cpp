// Decisions: seeded, independent, recordable, replayable.
#include "engine/sim/choices.hpp"

#include <doctest/doctest.h>
#include <set>

namespace podreel::sim {

using namespace std::chrono_literals;

namespace {

std::vector<std::uint64_t> take(ChoiceStream stream, std::size_t count, std::uint64_t options = 1'000'000) {
  std::vector<std::uint64_t> taken;
  for (std::size_t index = 0; index < count; ++index) taken.push_back(stream.index_below(options));
  return taken;
}

}  // namespace

TEST_CASE("decisions depend on seed, site and key, and on nothing else") {
  Choices one{1};
  Choices other{1};
  const auto alone = take(one.stream("jitter", "uid-a"), 20);
  take(other.stream("jitter", "uid-b"), 7);
  take(other.stream("order", "uid-a"), 7);
  CHECK(take(other.stream("jitter", "uid-a"), 20) == alone);
  CHECK(take(one.stream("jitter", "uid-b"), 20) != alone);
  CHECK(take(one.stream("order", "uid-a"), 20) != alone);
  Choices seeded{2};
  CHECK(take(seeded.stream("jitter", "uid-a"), 20) != alone);
}

TEST_CASE("a recorded list replays a run exactly, also under another seed") {
  Choices first{1};
  first.record();
  const auto jitter = take(first.stream("jitter", "uid"), 10);
  const auto order = take(first.stream("order", "uid"), 10, 3);
  REQUIRE(first.recorded().size() == 20);
  CHECK(first.recorded()[12].site == "order");
  CHECK(first.recorded()[12].index == 2);
  CHECK(first.recorded()[12].options == 3);

  Choices replayed{99, first.recorded()};
  replayed.record();
  CHECK(take(replayed.stream("jitter", "uid"), 10) == jitter);
  CHECK(take(replayed.stream("order", "uid"), 10, 3) == order);
  CHECK(replayed.recorded() == first.recorded());
}

TEST_CASE("a single fixed decision leaves all others as seeded") {
  Choices plain{5};
  const auto before = take(plain.stream("jitter", "uid"), 5);
  Choices changed{5, {{"jitter", "uid", 2, 0, 123}}};
  auto after = take(changed.stream("jitter", "uid"), 5);
  CHECK(after[2] == 123);
  after[2] = before[2];
  CHECK(after == before);
}

TEST_CASE("a fixed decision that is not possible any more becomes the last possible one") {
  Choices choices{5, {{"order", "uid", 0, 10, 9}}};
  CHECK(choices.stream("order", "uid").index_below(4) == 3);
}

TEST_CASE("decisions stay in range and reach every option") {
  Choices choices{3};
  ChoiceStream stream = choices.stream("order", "uid");
  std::set<std::uint64_t> seen;
  for (int count = 0; count < 200; ++count) seen.insert(stream.index_below(5));
  CHECK(seen == std::set<std::uint64_t>{0, 1, 2, 3, 4});
  CHECK(stream.index_below(1) == 0);
  for (int count = 0; count < 200; ++count) {
    const Duration chosen = stream.between(10s, 15s);
    CHECK(chosen >= 10s);
    CHECK(chosen < 15s);
  }
  CHECK(stream.between(3s, 3s) == 3s);
  CHECK(stream.between(3s, 1s) == 3s);
  CHECK(stream.chance(1, 1));
  CHECK_FALSE(stream.chance(0, 5));
}

TEST_CASE("another life takes other decisions about the same things, and all can be replayed") {
  const auto decisions = [](Choices& choices) {
    std::vector<std::uint64_t> taken;
    for (int life = 0; life < 3; ++life) {
      if (life > 0) choices.begin_life();
      ChoiceStream stream = choices.stream("jitter", "web");
      for (int index = 0; index < 4; ++index) taken.push_back(stream.index_below(1'000'000));
    }
    return taken;
  };
  Choices first{7};
  first.record();
  const std::vector<std::uint64_t> taken = decisions(first);
  CHECK(std::set<std::uint64_t>(taken.begin(), taken.end()).size() == taken.size());
  CHECK(first.recorded()[3].key == "web");
  CHECK(first.recorded()[4].key == "web@1");
  CHECK(first.recorded()[11].key == "web@2");
  CHECK(first.recorded()[11].index == 3);
  Choices replayed{8, first.recorded()};
  CHECK(decisions(replayed) == taken);
}

TEST_CASE("decisions that were skipped leave those that follow as they are") {
  Choices choices{7};
  ChoiceStream taken = choices.stream("jitter", "web");
  for (int index = 0; index < 5; ++index) static_cast<void>(taken.index_below(10));
  ChoiceStream skipped = choices.stream("jitter", "web");
  skipped.skip(5);
  CHECK(taken.index_below(1'000'000) == skipped.index_below(1'000'000));
  CHECK_FALSE(skipped.is_recorded());
  choices.record();
  CHECK(skipped.is_recorded());
}

}  // namespace podreel::sim
