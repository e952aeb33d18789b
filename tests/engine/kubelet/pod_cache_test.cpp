#include "engine/kubelet/pod_cache.hpp"

#include <chrono>
#include <doctest/doctest.h>
#include <memory>
#include <string>
#include <vector>

namespace podreel::kubelet {

using namespace std::chrono_literals;

namespace {

struct Cached : PodCacheFeed {
  sim::Scheduler scheduler{sim::Time{100s}};
  sim::Process process{scheduler};
  PodCache cache{process};
  std::optional<sim::Time> clock;
  int waits = 0;
  std::vector<std::string> woken;

  Cached() { cache.fill_from(*this); }
  ~Cached() override { scheduler.clear(); }
  Cached(const Cached&) = delete;
  Cached& operator=(const Cached&) = delete;

  [[nodiscard]] std::optional<sim::Time> true_until() const override { return clock; }
  void on_wait() override { ++waits; }

  static CachedStatus with_ip(std::string_view ip) {
    auto status = std::make_shared<runtime::PodStatus>();
    status->ips = {memory::Text{ip}};
    return {std::move(status), {}};
  }
  [[nodiscard]] std::string ip(const memory::Text& uid) const {
    const CachedStatus found = cache.get(uid);
    return found.status->ips.empty() ? "" : std::string{found.status->ips.front()};
  }
  sim::Task<> wait(memory::Text uid, sim::Time news) {
    const CachedStatus found = co_await cache.get_newer_than(uid, news);
    woken.push_back(std::string{uid} + (found.status->ips.empty() ? "" : " " + std::string{found.status->ips.front()}));
  }
  void run() { scheduler.run_until(scheduler.now() + 1s); }
};

}  // namespace

TEST_CASE_FIXTURE(Cached, "a pod that no relist has seen has an empty status under its UID") {
  CHECK(cache.get("u").status->uid == "u");
  CHECK(ip("u").empty());
  CHECK_FALSE(cache.is_newer("u", sim::Time{}));
}

TEST_CASE_FIXTURE(Cached, "what is newer stays, and what is as old is replaced") {
  cache.set("u", with_ip("10.0.0.1"), sim::Time{50s});
  cache.set("u", with_ip("10.0.0.2"), sim::Time{49s});
  CHECK(ip("u") == "10.0.0.1");
  cache.set("u", with_ip("10.0.0.3"), sim::Time{50s});
  CHECK(ip("u") == "10.0.0.3");
  CHECK(cache.is_newer("u", sim::Time{49s}));
  CHECK_FALSE(cache.is_newer("u", sim::Time{50s}));
}

TEST_CASE_FIXTURE(Cached, "a pod's entry is as new as when it was last found unchanged, also after it has changed") {
  cache.set_observed_time("u", sim::Time{70s});
  CHECK_FALSE(cache.is_newer("u", sim::Time{60s}));
  cache.set("u", with_ip("10.0.0.1"), sim::Time{50s});
  cache.set_observed_time("u", sim::Time{70s});
  CHECK(cache.is_newer("u", sim::Time{69s}));
  CHECK_FALSE(cache.is_newer("u", sim::Time{70s}));
  cache.set("u", with_ip("10.0.0.2"), sim::Time{60s});
  CHECK(cache.is_newer("u", sim::Time{69s}));
}

TEST_CASE_FIXTURE(Cached, "a pod that was removed is unseen again") {
  cache.set("u", with_ip("10.0.0.1"), sim::Time{50s});
  cache.set("v", with_ip("10.0.0.2"), sim::Time{50s});
  cache.remove("u");
  cache.remove("w");
  CHECK(ip("u").empty());
  CHECK(ip("v") == "10.0.0.2");
}

TEST_CASE_FIXTURE(Cached, "who asks for news that are there does not wait") {
  cache.set("u", with_ip("10.0.0.1"), sim::Time{50s});
  clock = sim::Time{40s};
  sim::spawn(process, wait("u", sim::Time{49s}));
  sim::spawn(process, wait("v", sim::Time{39s}));
  run();
  CHECK(woken == std::vector<std::string>{"u 10.0.0.1", "v"});
  CHECK(waits == 0);
}

TEST_CASE_FIXTURE(Cached, "who waits is woken by news of the pod or of all, and others go on to wait") {
  sim::spawn(process, wait("u", sim::Time{50s}));
  sim::spawn(process, wait("v", sim::Time{50s}));
  sim::spawn(process, wait("w", sim::Time{90s}));
  run();
  CHECK(woken.empty());
  CHECK(waits == 3);
  cache.set("u", with_ip("10.0.0.1"), sim::Time{51s});
  run();
  CHECK(woken.empty());
  cache.notify();
  run();
  CHECK(woken == std::vector<std::string>{"u 10.0.0.1"});
  CHECK(waits == 4);
  clock = sim::Time{50s};
  cache.notify();
  run();
  CHECK(woken.size() == 1);
  clock = sim::Time{51s};
  cache.notify();
  run();
  CHECK(woken == std::vector<std::string>{"u 10.0.0.1", "v"});
  clock = sim::Time{91s};
  cache.notify();
  run();
  CHECK(woken.size() == 3);
  CHECK(waits == 6);
  cache.notify();
  CHECK(waits == 6);
}

}  // namespace podreel::kubelet
