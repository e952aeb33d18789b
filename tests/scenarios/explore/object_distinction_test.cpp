#include "scenarios/explore/object_distinction.hpp"

#include <doctest/doctest.h>

namespace podreel::explore {

namespace {

using nlohmann::json;
using nlohmann::ordered_json;

json pod(const json& status) {
  return {{"metadata", {{"name", "web"}, {"namespace", "default"}, {"uid", "1"}}}, {"status", status}};
}

std::optional<ordered_json> part(const json& one, const json& other) {
  const PodObjects objects{pod(one)};
  const PodObjects others{pod(other)};
  return part_of_one(objects, {&others});
}

ordered_json pattern(const ordered_json& status) {
  return {{"pod", "web"}, {"matches", {{"status", status}}}};
}

}  // namespace

TEST_CASE("a field that only one of the pods has is a part of it") {
  CHECK(part({{"phase", "Running"}, {"hostIP", "1"}}, {{"phase", "Running"}}) == pattern({{"hostIP", "1"}}));
  CHECK(part({{"phase", "Running"}}, {{"phase", "Pending"}}) == pattern({{"phase", "Running"}}));
  CHECK_FALSE(part({{"phase", "Running"}}, {{"phase", "Running"}, {"hostIP", "1"}}));
}

TEST_CASE("items of lists are those of the same name, and lists without names are whole") {
  const json app{{"name", "app"}, {"ready", true}};
  const json log{{"name", "log"}, {"ready", true}};
  json other = log;
  other["ready"] = false;
  CHECK(part({{"containerStatuses", {app, log}}}, {{"containerStatuses", {other, app}}}) ==
        pattern({{"containerStatuses", {{{"name", "log"}, {"ready", true}}}}}));
  CHECK(part({{"podIPs", {{{"ip", "1"}}}}}, {{"podIPs", json::array()}}) == pattern({{"podIPs", {{{"ip", "1"}}}}}));
}

TEST_CASE("names and times of a run are ignored") {
  CHECK_FALSE(part({{"startTime", "now"}}, {{"startTime", "then"}}));
}

TEST_CASE("a pod that is not in all lists has no part") {
  const PodObjects objects{pod({{"phase", "Running"}})};
  const PodObjects others;
  CHECK_FALSE(part_of_one(objects, {&others}));
}

}  // namespace podreel::explore
