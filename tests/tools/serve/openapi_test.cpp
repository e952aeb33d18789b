// The types that `kubectl explain` shows.
#include "tools/serve/openapi.hpp"

#include <doctest/doctest.h>
#include <string>

#include "tests/support/served_cluster.hpp"
#include "tools/serve/resources.hpp"

namespace podreel::serve {

namespace {

using nlohmann::json;

json document(const std::string& group_version, const std::string& release = "1.36") {
  return openapi_document(group_version, release::parse_release(release).value());
}

json schema(const json& document, const std::string& name) {
  const json& schemas = document["components"]["schemas"];
  INFO(name);
  REQUIRE(schemas.contains(name));
  return schemas[name];
}

/// Checks that everything that a schema refers to is part of the document; returns how many references there are.
std::size_t check_references(const json& value, const json& schemas) {
  std::size_t references = 0;
  if (!value.is_structured()) return references;
  for (const auto& [name, member] : value.items()) {
    if (name == "$ref") {
      const std::string prefix = "#/components/schemas/";
      const std::string target = member.get<std::string>();
      INFO(target);
      CHECK(target.starts_with(prefix));
      CHECK(schemas.contains(target.substr(prefix.size())));
      ++references;
    }
    references += check_references(member, schemas);
  }
  return references;
}

}  // namespace

TEST_CASE("every kind of the server has a schema and a path, and every reference leads to a schema") {
  std::size_t references = 0;
  for (const Resource& resource : resources()) {
    const json found = document(resource.group_version());
    const std::string path = std::string{resource.group.empty() ? "/api/" : "/apis/"} + resource.group_version() +
                             (resource.is_namespaced ? "/namespaces/{namespace}/" : "/") + std::string{resource.name};
    CAPTURE(path);
    REQUIRE(found["paths"].contains(path));
    const json kind{{"group", resource.group}, {"version", resource.version}, {"kind", resource.kind}};
    CHECK(found["paths"][path]["get"]["x-kubernetes-group-version-kind"] == kind);
    std::size_t of_kind = 0;
    for (const auto& [name, each] : found["components"]["schemas"].items()) {
      if (each.contains("x-kubernetes-group-version-kind")) {
        of_kind += each["x-kubernetes-group-version-kind"][0] == kind ? 1U : 0U;
      }
    }
    CHECK(of_kind == 1);
    references += check_references(found, found["components"]["schemas"]);
  }
  CHECK(references > 1000);
}

TEST_CASE("a field has the values, the default and the feature gate of its release") {
  const std::string container = "io.k8s.api.core.v1.Container";
  const json newest = schema(document("v1"), container)["properties"];
  CHECK(newest["terminationMessagePolicy"]["enum"] == json{"File", "FallbackToLogsOnError"});
  CHECK(newest["terminationMessagePolicy"]["default"] == "File");
  CHECK(newest["restartPolicy"]["description"] == "Since Kubernetes 1.28. Feature gate: SidecarContainers.");
  CHECK(newest["ports"]["items"]["$ref"] == "#/components/schemas/io.k8s.api.core.v1.ContainerPort");
  CHECK(schema(document("v1"), "io.k8s.api.core.v1.ContainerPort")["properties"]["containerPort"]["maximum"] == 65535);
  CHECK(schema(document("v1"), container)["required"] == json{"name", "image"});
  const json handler = schema(document("v1"), "io.k8s.api.core.v1.LifecycleHandler")["properties"];
  CHECK_FALSE(handler["exec"].contains("description"));
  CHECK(handler["sleep"]["description"] == "Since Kubernetes 1.29. Feature gate: PodLifecycleSleepAction.");
  const json oldest = schema(document("v1", "1.27"), container)["properties"];
  CHECK_FALSE(oldest.contains("restartPolicy"));
  CHECK(oldest.contains("startupProbe"));
}

TEST_CASE("a schema says which fields podreel knows") {
  CHECK(schema(document("v1"), "io.k8s.api.core.v1.Pod")["description"] ==
        "The fields that podreel knows in Kubernetes 1.36.");
  CHECK(schema(document("v1"), "io.k8s.api.core.v1.Event")["description"] ==
        "The fields that podreel knows in Kubernetes 1.36. podreel has no table of the other fields.");
}

TEST_CASE("workloads have the fields that the server accepts, and templates of pods") {
  const json apps = document("apps/v1");
  const json deployment = schema(apps, "io.k8s.api.apps.v1.Deployment")["properties"];
  CHECK(deployment["spec"]["$ref"] == "#/components/schemas/io.k8s.api.apps.v1.DeploymentSpec");
  CHECK(deployment["status"]["description"] == "podreel has no table of its fields.");
  const json spec = schema(apps, "io.k8s.api.apps.v1.DeploymentSpec");
  CHECK(spec["required"] == json{"selector", "template"});
  CHECK(spec["properties"]["replicas"] == json{{"type", "integer"}, {"format", "int32"}, {"minimum", 0}});
  CHECK(spec["properties"]["template"]["$ref"] == "#/components/schemas/io.k8s.api.core.v1.PodTemplateSpec");
  CHECK(spec["properties"]["strategy"]["properties"]["rollingUpdate"]["properties"].contains("maxSurge"));
  const json cron_job = schema(document("batch/v1"), "io.k8s.api.batch.v1.CronJobSpec")["properties"];
  CHECK(cron_job["jobTemplate"]["properties"]["spec"]["$ref"] == "#/components/schemas/io.k8s.api.batch.v1.JobSpec");
}

TEST_CASE("the server answers with its index and documents, and describes no writing operation") {
  Served served;
  const json paths = served.done("GET", "/openapi/v3")["paths"];
  REQUIRE(paths.contains("apis/apps/v1"));
  for (const auto& [path, entry] : paths.items()) {
    const json found = served.done("GET", entry["serverRelativeURL"].get<std::string>());
    for (const auto& [of, operations] : found["paths"].items()) CHECK(operations.size() == 1);
  }
  CHECK(served.ask("GET", "/openapi/v3/apis/apps/v2").status == 404);
  CHECK(served.ask("GET", "/openapi/v3/apis").status == 404);
}

TEST_CASE("a document has the kinds of its own group and version") {
  const std::string apps = openapi_document("apps/v1", release::parse_release("1.30").value()).dump();
  CHECK(apps.find("io.k8s.api.apps.v1.Deployment") != std::string::npos);
  CHECK(apps.find("\"/apis/batch/v1") == std::string::npos);
  CHECK(apps.find("\"/api/v1/namespaces/{namespace}/configmaps") == std::string::npos);
}

}  // namespace podreel::serve
