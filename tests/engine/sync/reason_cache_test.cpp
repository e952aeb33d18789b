#include "engine/sync/reason_cache.hpp"

#include <doctest/doctest.h>

namespace podreel::sync {

namespace {

PodSyncResult start_of(std::string container, std::optional<SyncFailure> failure) {
  PodSyncResult result;
  result.add(SyncAction::start_container, std::move(container)).failure = std::move(failure);
  return result;
}

}  // namespace

TEST_CASE("the reason of a failed start is kept until the container starts") {
  ReasonCache cache;
  cache.update("uid", start_of("app", SyncFailure{"ErrImagePull", "no"}));
  CHECK(cache.get("uid", "app") == SyncFailure{"ErrImagePull", "no"});
  CHECK_FALSE(cache.get("other", "app"));
  cache.update("uid", start_of("app", {}));
  CHECK_FALSE(cache.get("uid", "app"));
}

TEST_CASE("failures of other steps are not reasons") {
  ReasonCache cache;
  PodSyncResult result;
  result.add(SyncAction::kill_container, "app").failure = SyncFailure{"KillContainerError", "no"};
  cache.update("uid", result);
  CHECK(cache.size() == 0);
}

TEST_CASE("beyond the capacity the entry goes that was used longest ago") {
  ReasonCache cache{2};
  cache.update("uid", start_of("a", SyncFailure{"A", ""}));
  cache.update("uid", start_of("b", SyncFailure{"B", ""}));
  CHECK(cache.get("uid", "a"));
  cache.update("uid", start_of("c", SyncFailure{"C", ""}));
  CHECK(cache.get("uid", "a"));
  CHECK_FALSE(cache.get("uid", "b"));
  cache.remove("uid", "a");
  cache.remove("uid", "never there");
  CHECK(cache.size() == 1);
}

TEST_CASE("whether a reason is still there can be asked without using it") {
  ReasonCache cache{2};
  const memory::Text key = ReasonCache::key_of("uid", "a");
  CHECK(cache.holds(key, std::nullopt));
  cache.keep(key, SyncFailure{"A", ""});
  cache.update("uid", start_of("b", SyncFailure{"B", ""}));
  CHECK(cache.holds(key, SyncFailure{"A", ""}));
  CHECK_FALSE(cache.holds(key, SyncFailure{"B", ""}));
  CHECK_FALSE(cache.holds(key, std::nullopt));
  cache.keep(ReasonCache::key_of("uid", "c"), SyncFailure{"C", ""});
  CHECK_FALSE(cache.get("uid", "a"));
}

TEST_CASE("to keep a reason is to use it, also if it is the same") {
  ReasonCache cache{2};
  const memory::Text key = ReasonCache::key_of("uid", "a");
  cache.keep(key, SyncFailure{"A", ""});
  cache.update("uid", start_of("b", SyncFailure{"B", ""}));
  cache.keep(key, SyncFailure{"A", ""});
  cache.update("uid", start_of("c", SyncFailure{"C", ""}));
  CHECK(cache.get(key) == SyncFailure{"A", ""});
  cache.keep(key, SyncFailure{"A", "again"});
  CHECK(cache.get(key) == SyncFailure{"A", "again"});
}

TEST_CASE("a reason that is used stays longer than one that only is there") {
  ReasonCache cache{2};
  const auto first = ReasonCache::key_of("uid", "a");
  cache.keep(first, SyncFailure{"A", ""});
  cache.keep(ReasonCache::key_of("uid", "b"), SyncFailure{"B", ""});
  cache.use(first);
  cache.keep(ReasonCache::key_of("uid", "c"), SyncFailure{"C", ""});
  CHECK(cache.size() == 2);
  CHECK(cache.get("uid", "a") == SyncFailure{"A", ""});
  CHECK_FALSE(cache.get("uid", "b"));
}

TEST_CASE("all errors of a sync make one text, in which each ends a line up to 1.15") {
  const release::Behaviour newer = release::behaviour_of(*release::parse_release("1.19"));
  const release::Behaviour older = release::behaviour_of(*release::parse_release("1.14"));
  PodSyncResult result;
  CHECK_FALSE(result.error_text(newer));
  result.add(SyncAction::start_container, "app").failure = SyncFailure{"CrashLoopBackOff", "back-off \"10s\""};
  CHECK(result.error_text(newer) ==
        R"(failed to "StartContainer" for "app" with CrashLoopBackOff: "back-off \"10s\"")");
  CHECK(result.error_text(older) == *result.error_text(newer) + '\n');
  result.sync_error = "broken";
  CHECK(result.error_text(older)->starts_with("[failed to SyncPod: broken\n, failed"));
  CHECK(result.error_text(newer) == R"([failed to SyncPod: broken, failed to "StartContainer" for "app" with )"
                                    R"(CrashLoopBackOff: "back-off \"10s\""])");
}

}  // namespace podreel::sync
