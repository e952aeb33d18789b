#include "engine/release/patch_releases.hpp"

#include <algorithm>
#include <doctest/doctest.h>
#include <string>

#include "engine/release/behaviour/probing.hpp"
#include "engine/release/behaviour/reporting.hpp"
#include "engine/release/behaviour_table.hpp"

namespace podreel::release {

namespace {

std::string date_of(Release release) {
  const auto found = std::ranges::find(patch_releases(), release, &PatchRelease::release);
  return found == patch_releases().end() ? "no such release" : std::string{found->date};
}

}  // namespace

TEST_CASE("patch releases have their dates") {
  CHECK(date_of(v(20)) == "2020-12-08");
  CHECK(date_of(v(31, 14)) == "2025-11-11");
  CHECK(date_of(v(36, 3)) == "2026-07-22");
  CHECK(date_of(v(36, 4)) == "2026-08-19");
  CHECK(date_of(v(36, 6)) == "");
  CHECK(date_of(v(37)) == "2026-08-26");
  CHECK(date_of(v(31, 15)) == "no such release");
}

TEST_CASE("the dates of a minor's patch releases follow each other") {
  for (std::size_t index = 1; index < patch_releases().size(); ++index) {
    const PatchRelease& before = patch_releases()[index - 1];
    const PatchRelease& after = patch_releases()[index];
    CAPTURE(to_string(after.release));
    CHECK(before.release < after.release);
    if (before.release.minor != after.release.minor || after.date.empty()) continue;
    CHECK(before.date.size() == after.date.size());
    CHECK(before.date < after.date);
  }
}

TEST_CASE("the newest patch release of each minor is the one that its name without a patch means") {
  for (const KnownMinor& minor : known_minors()) {
    const Release newest{minor.minor, minor.newest_patch};
    CHECK(parse_release(minor_string(newest)) == newest);
    CHECK(stand_in_note(to_string(newest)).empty());
    CHECK(refusal_clause(to_string(newest)).empty());
  }
}

TEST_CASE("a patch release that may follow is answered as the newest known one, and that is said") {
  CHECK(parse_release("1.36.7") == v(36, 6));
  CHECK(stand_in_note("v1.36.7-eks-a737599") ==
        "podreel does not know 1.36.7 and simulates 1.36.6, the newest patch release of 1.36 that it knows");
  CHECK(stand_in_note("1.36") == "");
  CHECK(stand_in_note("1.36.6") == "");
  CHECK(stand_in_note("1.31.99") == "");
  CHECK(stand_in_note("web") == "");
}

TEST_CASE("a patch release that cannot exist is refused, with the reason") {
  CHECK_FALSE(parse_release("1.31.15"));
  CHECK_FALSE(parse_release("1.31.99"));
  CHECK_FALSE(parse_release("1.36.99"));
  CHECK(refusal_clause("1.31.99") == "; 1.31 ended with 1.31.14");
  CHECK(refusal_clause("v1.31.15+k3s1") == "; 1.31 ended with 1.31.14");
  CHECK(refusal_clause("1.36.99") == "; no release has more than 24 patch releases");
  CHECK(refusal_clause("1.31.14") == "");
  CHECK(refusal_clause("web") == "");
}

TEST_CASE("a minor that podreel does not know yet is refused, with the reason") {
  CHECK_FALSE(parse_release("1.99"));
  CHECK(refusal_clause("1.99") == "; 1.99 is newer than podreel knows");
  CHECK(refusal_clause("v1.99.2-gke.100") == "; 1.99 is newer than podreel knows");
  CHECK(refusal_clause("1.3") == "");
}

TEST_CASE("a row may begin and end in patch releases, and more than once") {
  const auto has = [](Release release) { return behaviour_of(release).has(exec_probes_need_sync_context); };
  CHECK_FALSE(has(v(34, 12)));
  CHECK(has(v(35)));
  CHECK(has(v(35, 7)));
  CHECK_FALSE(has(v(35, 8)));
  CHECK_FALSE(has(v(36)));
  CHECK_FALSE(has(v(36, 2)));
  CHECK(has(v(36, 3)));
  CHECK_FALSE(has(v(36, 4)));
  CHECK_FALSE(has(v(37)));
}

TEST_CASE("a replaced container waits for its own startup probe from a patch release on") {
  const auto has = [](Release release) { return behaviour_of(release).has(started_state_belongs_to_container); };
  CHECK_FALSE(has(v(35, 8)));
  CHECK(has(v(35, 9)));
  CHECK_FALSE(has(v(36, 4)));
  CHECK(has(v(36, 5)));
  CHECK_FALSE(has(v(37)));
  CHECK(has(v(37, 1)));
}

TEST_CASE("readiness is not taken over from a replaced container from a patch release on") {
  const auto has = [](Release release) { return behaviour_of(release).has(readiness_belongs_to_container); };
  CHECK_FALSE(has(v(35, 9)));
  CHECK_FALSE(has(v(36, 5)));
  CHECK(has(v(36, 6)));
  CHECK_FALSE(has(v(37, 1)));
  CHECK(has(v(37, 2)));
}

}  // namespace podreel::release
