#include "engine/timing/timing.hpp"

#include <doctest/doctest.h>
#include <set>
#include <vector>

#include "engine/timing/table.hpp"

namespace podreel::timing {

TEST_CASE("an ideal node needs no time, adds no jitter and takes no choices") {
  sim::Choices choices{1};
  choices.record();
  Timing timing{std::move(choices), Model::ideal};
  CHECK(timing.draw(relist_cost) == 0s);
  CHECK(timing.takes(status_write) == 0s);
  CHECK(timing.stream(Site::worker_jitter, "uid").draw(worker_jitter, 60s) == 0s);
  CHECK(timing.taken().empty());
}

TEST_CASE("in an ideal run the likeliest comes, and of equals what is not named, or the first") {
  Timing timing{sim::Choices{1}, Model::ideal};
  CHECK_FALSE(timing.draw(worker_is_fast, "uid"));
  CHECK_FALSE(timing.draw(kill_beats_exit, "id"));
  constexpr Odds usual{{"usual", "", ""}, Site::select, 35, 36};
  CHECK(timing.draw(usual, ""));
  Stream race = timing.stream(Site::probe_race);
  CHECK(race.draw(probe_answer, 0) == 1);
  CHECK(race.draw(probe_answer, 2) == 2);
  CHECK(race.draw(probe_answer_before, 0) == 0);
  CHECK(race.draw(probe_answer_before, 1) == 2);
  CHECK(race.draw(triggered_probe_answer, 1) == 3);
  Stream order = timing.stream(Site::kill_order, "uid");
  std::vector<int> things{1, 2, 3};
  order.shuffle(things);
  CHECK(things == std::vector<int>{1, 2, 3});
  CHECK(order.pick(3) == 0);
}

TEST_CASE("a measured node draws at the row's site, and a race goes by its weights") {
  sim::Choices choices{1};
  choices.record();
  Timing timing{std::move(choices)};
  Stream race = timing.stream(Site::probe_race);
  std::vector<int> first(4);
  for (int count = 0; count < 1300; ++count) ++first[race.draw(probe_answer, 0)];
  CHECK(first[1] > 3 * first[0]);
  CHECK(first[0] > first[3]);
  std::set<std::size_t> later;
  for (int count = 0; count < 50; ++count) later.insert(race.draw(probe_answer, 2));
  CHECK(later == std::set<std::size_t>{2, 3});
  const sim::Choice& last = timing.taken().back();
  CHECK(last.site == "probe-race");
  CHECK(last.options == 2);
  CHECK(timing.takes(status_write) == 2ms);
}

TEST_CASE("a jitter is at most its part of the whole, and no decision where that is nothing") {
  sim::Choices choices{1};
  choices.record();
  Timing timing{std::move(choices)};
  Stream jitter = timing.stream(Site::worker_jitter, "uid");
  for (int count = 0; count < 100; ++count) CHECK(jitter.draw(worker_jitter, 10s) < 5s);
  CHECK(jitter.draw(worker_jitter, 0s) == 0s);
  CHECK(timing.taken().size() == 100);
}

TEST_CASE("a model is named as it is read") {
  CHECK(parse_model("ideal") == Model::ideal);
  CHECK(parse_model(to_string(Model::measured)) == Model::measured);
  CHECK_FALSE(parse_model("perfect"));
}

}  // namespace podreel::timing
