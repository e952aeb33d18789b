#include "engine/kubelet/work_queue.hpp"

#include <doctest/doctest.h>

namespace podreel::kubelet {

using namespace std::chrono_literals;
using sim::Time;

TEST_CASE("a pod that is enqueued again is ready at the new time only") {
  WorkQueue queue;
  queue.enqueue("a", Time{10s});
  queue.enqueue("a", Time{20s});
  CHECK(queue.first() == WorkQueue::Item{Time{20s}, "a"});
  CHECK(queue.take_ready(Time{19s}).empty());
  CHECK(queue.take_ready(Time{20s}) == std::vector<std::string>{"a"});
  CHECK_FALSE(queue.first());
}

TEST_CASE("pods that are ready leave in the order of their times") {
  WorkQueue queue;
  queue.enqueue("late", Time{3s});
  queue.enqueue("first", Time{1s});
  queue.enqueue("second", Time{2s});
  queue.remove("second");
  CHECK(queue.take_ready(Time{3s}) == std::vector<std::string>{"first", "late"});
}

TEST_CASE("every time that is enqueued is announced") {
  WorkQueue queue;
  std::vector<Time> announced;
  queue.on_enqueue([&](Time time) { announced.push_back(time); });
  queue.enqueue("a", Time{5s});
  queue.enqueue("a", Time{2s});
  CHECK(announced == std::vector{Time{5s}, Time{2s}});
}

}  // namespace podreel::kubelet
