#include "engine/kubelet/work_queue.hpp"

#include <doctest/doctest.h>
#include <string>

namespace podreel::kubelet {

using namespace std::chrono_literals;
using sim::Time;

namespace {

/// Pods of one letter.
struct Pods {
  WorkQueue queue;
  WorkQueue::WorkerSlot a = queue.join("a");
  WorkQueue::WorkerSlot b = queue.join("b");
  WorkQueue::WorkerSlot c = queue.join("c");

  std::string take_ready(Time now) {
    std::string uids;
    for (const WorkQueue::WorkerSlot place : queue.take_ready(now)) uids += queue.uid_at(place).view();
    return uids;
  }
};

}  // namespace

TEST_CASE_FIXTURE(Pods, "a pod that is enqueued again is ready at the new time only") {
  queue.enqueue(a, Time{10s});
  queue.enqueue(a, Time{20s});
  CHECK(queue.first()->ready == Time{20s});
  CHECK(take_ready(Time{19s}).empty());
  CHECK(take_ready(Time{20s}) == "a");
  CHECK(queue.first() == nullptr);
}

TEST_CASE_FIXTURE(Pods, "pods that are ready leave in the order of their times") {
  queue.enqueue(a, Time{3s});
  queue.enqueue(c, Time{1s});
  queue.enqueue(b, Time{2s});
  queue.remove(b);
  CHECK(take_ready(Time{3s}) == "ca");
}

TEST_CASE_FIXTURE(Pods, "however often pods are enqueued again, each leaves once, at its last time") {
  for (int round = 0; round < 100; ++round) {
    for (const WorkQueue::WorkerSlot pod : {a, b, c}) {
      queue.enqueue(pod, Time{std::chrono::seconds{round % 10 + static_cast<int>(pod)}});
    }
  }
  queue.remove(b);
  queue.enqueue(b, Time{10s});
  CHECK(take_ready(Time{10s}) == "ab");
  CHECK(queue.first()->place == c);
  queue.remove(c);
  CHECK(queue.first() == nullptr);
}

TEST_CASE_FIXTURE(Pods, "pods that are ready at one time leave by their UIDs") {
  for (const WorkQueue::WorkerSlot pod : {b, c, a}) queue.enqueue(pod, Time{1s});
  CHECK(take_ready(Time{1s}) == "abc");
}

TEST_CASE_FIXTURE(Pods, "every time that is enqueued is announced") {
  std::vector<Time> announced;
  queue.on_enqueue([&](Time time) { announced.push_back(time); });
  queue.enqueue(a, Time{5s});
  queue.enqueue(a, Time{2s});
  CHECK(announced == std::vector{Time{5s}, Time{2s}});
}

TEST_CASE_FIXTURE(Pods, "a pod that has left is not ready, and its place is another one's once nothing tells of it") {
  queue.enqueue(b, Time{1s});
  queue.leave(b);
  CHECK(queue.first() == nullptr);
  CHECK(queue.join("d") == b);
  CHECK(queue.uid_at(b) == "d");
  queue.enqueue(c, Time{9s});
  queue.enqueue(a, Time{5s});
  queue.leave(c);
  CHECK(queue.join("e") != c);
  CHECK(take_ready(Time{9s}) == "a");
  CHECK(queue.join("f") == c);
}

}  // namespace podreel::kubelet
