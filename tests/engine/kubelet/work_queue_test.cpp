#include "engine/kubelet/work_queue.hpp"

#include <doctest/doctest.h>

namespace podreel::kubelet {

using namespace std::chrono_literals;
using sim::Time;

TEST_CASE("a pod that is enqueued again is ready at the new time only") {
  WorkQueue queue;
  queue.enqueue("a", Time{10s});
  queue.enqueue("a", Time{20s});
  CHECK(*queue.first() == WorkQueue::Item{Time{20s}, "a"});
  CHECK(queue.take_ready(Time{19s}).empty());
  CHECK(queue.take_ready(Time{20s}) == std::vector<api::Text>{"a"});
  CHECK(queue.first() == nullptr);
}

TEST_CASE("pods that are ready leave in the order of their times") {
  WorkQueue queue;
  queue.enqueue("late", Time{3s});
  queue.enqueue("first", Time{1s});
  queue.enqueue("second", Time{2s});
  queue.remove("second");
  CHECK(queue.take_ready(Time{3s}) == std::vector<api::Text>{"first", "late"});
}

TEST_CASE("however often pods are enqueued again, each leaves once, at its last time") {
  WorkQueue queue;
  for (int round = 0; round < 100; ++round) {
    for (const char* pod : {"a", "b", "c"}) queue.enqueue(pod, Time{std::chrono::seconds{round % 10 + *pod}});
  }
  queue.remove("b");
  queue.enqueue("b", Time{9s + std::chrono::seconds{'b'}});
  CHECK(queue.take_ready(Time{8s + std::chrono::seconds{'c'}}) == std::vector<api::Text>{"a", "b"});
  CHECK(queue.first()->uid == "c");
  queue.remove("c");
  CHECK(queue.first() == nullptr);
}

TEST_CASE("pods that are ready at one time leave by their UIDs") {
  WorkQueue queue;
  for (const char* pod : {"b", "c", "a"}) queue.enqueue(pod, Time{1s});
  CHECK(queue.take_ready(Time{1s}) == std::vector<api::Text>{"a", "b", "c"});
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
