// Fields and types of objects other than pods, as an API server checks them.
#include "scenarios/cluster/field_rules.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

namespace podreel::cluster {

namespace {

using nlohmann::json;
using Messages = std::vector<std::string>;

FieldProblems checked_deployment(const std::string& spec) {
  return check_fields("deployments", {{"spec", json::parse(spec)}});
}

const std::string deployed = R"("selector": {"matchLabels": {"a": "b"}}, "template": {})";

}  // namespace

TEST_CASE("unknown fields, wrong types and missing fields are different problems") {
  const FieldProblems found = checked_deployment(
      R"({"strateggy": {}, "paused": "yes", "minReadySeconds": 1.5, "selector": [], "replicas": null})");
  CHECK(found.unknown == Messages{"spec.strateggy"});
  CHECK(found.mistyped ==
        Messages{"json: cannot unmarshal number into Go struct field .spec.minReadySeconds of type int32",
                 "json: cannot unmarshal string into Go struct field .spec.paused of type bool",
                 "json: cannot unmarshal array into Go struct field .spec.selector of type struct"});
  CHECK(found.invalid == Messages{"spec.template: Required value"});
  const FieldProblems none = checked_deployment("{" + deployed + "}");
  CHECK(none.unknown.empty());
  CHECK(none.mistyped.empty());
  CHECK(none.invalid.empty());
}

TEST_CASE("numbers are of their type's range, and counts are not negative") {
  const auto replicas = [](const char* value) {
    return checked_deployment("{" + deployed + R"(, "replicas": )" + value + "}");
  };
  CHECK(replicas("2147483647").mistyped.empty());
  for (const char* value : {"2147483648", "-2147483649", "18446744073709551615"}) {
    CHECK(replicas(value).mistyped == Messages{"json: cannot unmarshal number " + std::string{value} +
                                               " into Go struct field .spec.replicas of type int32"});
  }
  CHECK(replicas("-1").invalid == Messages{"spec.replicas: Invalid value: -1: must be greater than or equal to 0"});
  CHECK(replicas("0").invalid.empty());

  const auto revision = [](const char* value) {
    return check_fields("controllerrevisions", {{"revision", json::parse(value)}, {"data", json::object()}});
  };
  CHECK(revision("9223372036854775807").mistyped.empty());
  CHECK(revision("9223372036854775808").mistyped ==
        Messages{"json: cannot unmarshal number 9223372036854775808 into Go struct field .revision of type int64"});
  CHECK(revision("-1").invalid == Messages{"revision: Invalid value: -1: must be greater than or equal to 0"});
}

TEST_CASE("a part of the pods is a number or a percentage") {
  const auto surge = [](const char* value) {
    return checked_deployment("{" + deployed + R"(, "strategy": {"rollingUpdate": {"maxSurge": )" + value + "}}}");
  };
  for (const char* value : {"1", R"("25%")", R"("0%")"}) {
    CHECK_MESSAGE(surge(value).invalid.empty(), value);
    CHECK_MESSAGE(surge(value).mistyped.empty(), value);
  }
  for (const char* value : {R"("%")", R"("25")", R"("a%")", R"("-1%")"}) {
    const Messages invalid = surge(value).invalid;
    REQUIRE_MESSAGE(invalid.size() == 1, value);
    CHECK(invalid[0].find("a valid percent string must be a numeric string followed by an ending '%'") !=
          std::string::npos);
  }
  CHECK(surge("true").mistyped ==
        Messages{"json: cannot unmarshal boolean into Go struct field .spec.strategy.rollingUpdate.maxSurge of type "
                 "intstr.IntOrString"});
}

TEST_CASE("items of lists are checked, and a CronJob's Jobs as Jobs") {
  const FieldProblems service =
      check_fields("services", json::parse(R"({"spec": {"ports": [{"port": 80}, {"prot": 81, "port": "81"}]}})"));
  CHECK(service.unknown == Messages{"spec.ports[1].prot"});
  CHECK(service.mistyped ==
        Messages{"json: cannot unmarshal string into Go struct field .spec.ports[1].port of type int32"});
  const FieldProblems cron = check_fields(
      "cronjobs", json::parse(R"({"spec": {"schedule": "* * * * *", "jobTemplate": {"spec": {"paralelism": 1}}}})"));
  CHECK(cron.unknown == Messages{"spec.jobTemplate.spec.paralelism"});
  CHECK(cron.invalid == Messages{"spec.jobTemplate.spec.template: Required value"});
}

}  // namespace podreel::cluster
