// CronJobs behind the API: what their controller makes of schedules.
#include <cstdint>
#include <doctest/doctest.h>
#include <set>
#include <string>
#include <vector>

#include "tests/support/served_cluster.hpp"

namespace podreel::serve {

namespace {

using nlohmann::json;

/// One that is due every minute.
std::string cron_job(const std::string& container, const json& more = json::object()) {
  json pod_spec{{"restartPolicy", "Never"}, {"containers", json::array({{{"name", container}, {"image", "a:1"}}})}};
  json spec{{"schedule", "* * * * *"},
            {"jobTemplate",
             {{"metadata", {{"labels", {{"of", "tick"}}}}},
              {"spec", {{"backoffLimit", 0}, {"template", {{"spec", std::move(pod_spec)}}}}}}}};
  spec.update(more);
  return json{{"metadata", {{"name", "tick"}}}, {"spec", std::move(spec)}}.dump();
}

std::size_t reported_events(Served& served, const std::string& reason) {
  return served.get("/api/v1/events?fieldSelector=involvedObject.name%3Dtick,reason%3D" + reason).at("items").size();
}

}  // namespace

TEST_CASE("a CronJob makes a Job at every time of its schedule, and keeps the last three") {
  Served served{scripted_node};
  const json made = served.done("POST", batch + "cronjobs", cron_job("works"));
  CHECK(made["spec"]["concurrencyPolicy"] == "Allow");
  CHECK(made["spec"]["suspend"] == false);
  CHECK(made["spec"]["successfulJobsHistoryLimit"] == 3);
  CHECK(made["spec"]["failedJobsHistoryLimit"] == 1);
  // Only its Jobs get the defaults of Jobs.
  CHECK_FALSE(made["spec"]["jobTemplate"]["spec"].contains("completions"));
  served.advance("61s");
  const json running = served.get(batch + "cronjobs/tick");
  CHECK(running["status"]["lastScheduleTime"] == "2024-01-01T00:01:00Z");
  CHECK(running["status"]["active"][0]["name"] == "tick-28401121");
  const json job = served.get(batch + "jobs/tick-28401121");
  CHECK(job["metadata"]["labels"]["of"] == "tick");
  CHECK(job["metadata"]["annotations"]["batch.kubernetes.io/cronjob-scheduled-timestamp"] == "2024-01-01T00:01:00Z");
  CHECK(job["metadata"]["ownerReferences"][0]["kind"] == "CronJob");
  CHECK(job["spec"]["completions"] == 1);
  served.advance("10s");
  const json done = served.get(batch + "cronjobs/tick");
  CHECK_FALSE(done["status"].contains("active"));
  CHECK(done["status"].contains("lastSuccessfulTime"));
  CHECK(served.last_event("tick") == "SawCompletedJob: Saw completed job: tick-28401121, condition: Complete");
  served.advance("5m");
  CHECK(names(served.get(batch + "jobs")) == std::set<std::string>{"tick-28401124", "tick-28401125", "tick-28401126"});
  CHECK(served.get("/api/v1/namespaces/default/pods").at("items").size() == 3);
}

TEST_CASE("of Jobs that fail the last one stays") {
  Served served{scripted_node};
  served.done("POST", batch + "cronjobs", cron_job("fails"));
  served.advance("190s");
  CHECK(names(served.get(batch + "jobs")) == std::set<std::string>{"tick-28401123"});
  CHECK_FALSE(served.get(batch + "cronjobs/tick")["status"].contains("lastSuccessfulTime"));
  CHECK(reported_events(served, "SuccessfulDelete") == 2);
}

TEST_CASE("a policy says what becomes of a Job that still runs") {
  for (const auto& [policy, jobs] : {std::pair{"Allow", 3U}, std::pair{"Forbid", 1U}, std::pair{"Replace", 1U}}) {
    const std::string tried = policy;
    CAPTURE(tried);
    Served served{scripted_node};
    served.done("POST", batch + "cronjobs", cron_job("stays", {{"concurrencyPolicy", policy}}));
    served.advance("200s");
    CHECK(served.get(batch + "jobs").at("items").size() == jobs);
    CHECK(reported_events(served, "JobAlreadyActive") == (policy == std::string{"Forbid"} ? 1 : 0));
  }
}

TEST_CASE("a CronJob that is suspended makes none, and one that goes on makes the last that it has missed") {
  Served served{scripted_node};
  served.done("POST", batch + "cronjobs", cron_job("works", {{"suspend", true}}));
  served.advance("200s");
  CHECK(served.get(batch + "jobs").at("items").empty());
  served.done("PATCH", batch + "cronjobs/tick", R"({"spec":{"suspend":false}})", merge_patch);
  served.advance("1s");
  CHECK(names(served.get(batch + "jobs")) == std::set<std::string>{"tick-28401123"});
  served.done("PATCH", batch + "cronjobs/tick", R"({"spec":{"schedule":"0 0 1 1 *"}})", merge_patch);
  served.advance("5m");
  CHECK(served.get(batch + "jobs").at("items").size() == 1);
}

TEST_CASE("a Job that is late beyond the deadline is left out") {
  Served served{scripted_node};
  served.done("POST", batch + "cronjobs", cron_job("works", {{"suspend", true}, {"startingDeadlineSeconds", 10}}));
  served.advance("90s");
  served.done("PATCH", batch + "cronjobs/tick", R"({"spec":{"suspend":false}})", merge_patch);
  served.advance("1s");
  CHECK(served.get(batch + "jobs").at("items").empty());
  served.advance("31s");
  CHECK(served.get(batch + "jobs").at("items").size() == 1);
}

TEST_CASE("a deadline that nobody waits out leaves no Job out") {
  Served served{scripted_node};
  served.done("POST", batch + "cronjobs", cron_job("works", {{"startingDeadlineSeconds", INT64_MAX}}));
  served.advance("61s");
  CHECK(names(served.get(batch + "jobs")) == std::set<std::string>{"tick-28401121"});
}

TEST_CASE("a CronJob that goes takes its Jobs with it") {
  Served served{scripted_node};
  served.done("POST", batch + "cronjobs", cron_job("stays"));
  served.advance("61s");
  served.done("DELETE", batch + "cronjobs/tick");
  served.advance("60s");
  CHECK(served.get(batch + "jobs").at("items").empty());
  CHECK(served.get("/api/v1/namespaces/default/pods").at("items").empty());
}

TEST_CASE("between its times a CronJob costs nothing") {
  Served served{scripted_node};
  served.done("POST", batch + "cronjobs", cron_job("works", {{"schedule", "0 0 1 * *"}}));
  served.advance("1m");
  const std::uint64_t before = served.session.simulation.objects().version();
  served.advance("19h");
  CHECK(served.session.simulation.objects().version() == before);
}

TEST_CASE("a CronJob that cannot be obeyed is refused") {
  Served served{scripted_node};
  const auto refused = [&served](const json& more) {
    return served.refusal("POST", batch + "cronjobs", cron_job("works", more));
  };
  const std::string invalid = "422 Invalid: CronJob.batch \"tick\" is invalid: ";
  CHECK(refused({{"schedule", "daily"}}) ==
        invalid + "spec.schedule: Invalid value: \"daily\": expected exactly 5 fields, found 1: [daily]");
  CHECK(refused({{"schedule", "TZ=UTC * * * * *"}}) ==
        invalid +
            "spec.schedule: Invalid value: \"TZ=UTC * * * * *\": cannot use TZ or CRON_TZ in schedule, use timeZone "
            "field instead");
  CHECK(refused({{"schedule", nullptr}}) == invalid + "spec.schedule: Required value");
  CHECK(refused({{"timeZone", "Europe/Berlin"}}).find("unknown time zone Europe/Berlin") != std::string::npos);
  CHECK(refused({{"concurrencyPolicy", "Never"}}) ==
        invalid +
            "spec.concurrencyPolicy: Unsupported value: \"Never\": supported values: \"Allow\", \"Forbid\", "
            "\"Replace\"");
  CHECK(refused({{"startingDeadlineSeconds", -1}}).find("must be greater than or equal to 0") != std::string::npos);
  CHECK(refused({{"jobTemplate", {{"spec", {{"parallelism", "x"}}}}}}).starts_with("400 BadRequest"));
  CHECK(refused({{"jobTemplate", {{"spec", {{"paralelism", 1}}}}}})
            .find("unknown field \"spec.jobTemplate.spec.paralelism\"") != std::string::npos);
  for (const char* texts : {"labels", "annotations"}) {
    const json numbers{{"metadata", {{texts, {{"a", 1}}}}}, {"spec", json::object()}};
    CHECK(refused({{"jobTemplate", numbers}}).starts_with("400 BadRequest"));
  }
  const json always{
      {"spec", {{"template", {{"spec", {{"containers", json::array({{{"name", "a"}, {"image", "a"}}})}}}}}}}};
  CHECK(refused({{"jobTemplate", always}}) ==
        invalid +
            "spec.jobTemplate.spec.template.spec.restartPolicy: Required value: valid values: \"OnFailure\", "
            "\"Never\"");
}

TEST_CASE("kubectl is shown when a CronJob was due last") {
  Served served{scripted_node};
  served.done("POST", batch + "cronjobs", cron_job("works", {{"timeZone", "Etc/GMT-3"}}));
  served.advance("70s");
  const json shown = json::parse(served.ask("GET", batch + "cronjobs", {}, {}, table).body);
  CHECK(shown["rows"][0]["cells"] ==
        json{"tick", "* * * * *", "Etc/GMT-3", "False", 0, "10s", "70s", "works", "a:1", "<none>"});
  CHECK(
      served.get(batch +
                 "jobs/tick-28401121")["metadata"]["annotations"]["batch.kubernetes.io/cronjob-scheduled-timestamp"] ==
      "2024-01-01T03:01:00+03:00");
}

TEST_CASE("a journey into the past restores Services and CronJobs") {
  Served served{scripted_node};
  served.done("POST", "/api/v1/namespaces/default/services",
              R"({"metadata":{"name":"ticks"},"spec":{"selector":{"batch.kubernetes.io/job-name":"tick-28401121"},
                  "ports":[{"port":80}],"publishNotReadyAddresses":true}})");
  served.done("POST", batch + "cronjobs", cron_job("stays"));
  served.advance("130s");
  const std::vector<std::string> lists{batch + "jobs",
                                       batch + "cronjobs",
                                       "/api/v1/services",
                                       "/api/v1/endpoints",
                                       "/apis/discovery.k8s.io/v1/endpointslices",
                                       "/api/v1/events"};
  std::vector<json> before;
  for (const std::string& list : lists) before.push_back(served.get(list).at("items"));
  CHECK(before[3].dump().find("10.88.0.") != std::string::npos);
  served.advance("60s");
  served.done("POST", "/podreel/v1/seek", R"({"to":"130s"})");
  for (std::size_t at = 0; at < lists.size(); ++at) CHECK(served.get(lists[at]).at("items") == before[at]);
}

}  // namespace podreel::serve
