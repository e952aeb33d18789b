#include "engine/api/pod.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

namespace podreel::api {

namespace {

Pod pod_from_text(const char* text) {
  return pod_from_json(nlohmann::json::parse(text));
}

std::string_view qos_of(const char* containers, const char* more = "") {
  return qos_class(*pod_from_text(("{\"spec\":{\"containers\":" + std::string{containers} + more + "}}").c_str()).spec);
}

}  // namespace

TEST_CASE("a pod is read with everything a kubelet acts on") {
  const Pod pod = pod_from_text(R"({
    "metadata": {"name": "web", "namespace": "shop", "uid": "u1", "labels": {"app": "web"}, "annotations": null,
                 "creationTimestamp": "2023-11-14T22:13:20Z", "deletionTimestamp": "2023-11-14T22:13:50Z",
                 "deletionGracePeriodSeconds": 30},
    "spec": {"restartPolicy": "OnFailure", "terminationGracePeriodSeconds": 5, "activeDeadlineSeconds": 60,
             "hostNetwork": true, "volumes": [{"name": "v"}], "nodeName": "n1", "runtimeClassName": "kata",
             "nodeSelector": {"disk": "ssd"},
             "resources": {"requests": {"cpu": "1"}},
             "initContainers": [{"name": "proxy", "image": "p", "restartPolicy": "Always"}],
             "containers": [{"name": "app", "image": "a:1"}],
             "ephemeralContainers": [{"name": "debug", "image": "d"}]},
    "status": {"phase": "Running"}})");
  CHECK(full_name(pod) == "shop/web");
  CHECK(format_pod(pod) == "web_shop(u1)");
  CHECK(pod.metadata.labels.at("app") == "web");
  CHECK(pod.metadata.deletion_timestamp == sim::from_unix_seconds(1'700'000'030));
  CHECK(pod.metadata.deletion_grace_period_seconds == 30);
  const PodSpec& spec = *pod.spec;
  CHECK(spec.restart_policy == RestartPolicy::on_failure);
  CHECK(spec.node_selector.at("disk") == "ssd");
  CHECK(spec.termination_grace_period_seconds == 5);
  CHECK(spec.active_deadline_seconds == 60);
  CHECK(spec.host_network);
  CHECK(spec.has_volumes);
  CHECK(spec.node_name == "n1");
  CHECK(spec.runtime_class_name == "kata");
  CHECK(spec.requests.at("cpu") == "1");
  CHECK(is_restartable_init_container(spec.init_containers.at(0)));
  CHECK(find_container(spec, "proxy").kind == ContainerKind::init);
  CHECK(find_container(spec, "app").container == &spec.containers[0]);
  CHECK(find_container(spec, "debug").kind == ContainerKind::ephemeral);
  CHECK(find_container(spec, "none").container == nullptr);
  CHECK(pod.status.phase == PodPhase::running);
}

TEST_CASE("a container is read with its probes, hooks, ports and resources, and kept whole") {
  const nlohmann::json text = nlohmann::json::parse(R"({
    "name": "app", "image": "a", "command": ["c"], "args": ["x", "y"], "imagePullPolicy": "Never",
    "restartPolicy": "Never", "ports": [{"name": "http", "containerPort": 80}, {"containerPort": 81}],
    "restartPolicyRules": [{"action": "Restart", "exitCodes": {"operator": "In", "values": [42, 43]}}],
    "livenessProbe": {"httpGet": {"host": "live.example.com", "port": "http", "path": "/live", "scheme": "HTTPS"}, "initialDelaySeconds": 1, "timeoutSeconds": 2,
      "periodSeconds": 3, "successThreshold": 4, "failureThreshold": 5, "terminationGracePeriodSeconds": 6},
    "readinessProbe": {"tcpSocket": {"host": "10.9.9.9", "port": 81}}, "startupProbe": {"grpc": {"port": 9, "service": "s"}},
    "lifecycle": {"postStart": {"exec": {"command": ["warm"]}}, "preStop": {"sleep": {"seconds": 7}}},
    "resources": {"requests": {"cpu": 1}, "limits": {"cpu": "2", "memory": "1Gi"}},
    "resizePolicy": [{"resourceName": "cpu", "restartPolicy": "NotRequired"}],
    "securityContext": {"runAsNonRoot": true}})");
  const Container container = container_from_json(std::make_shared<const nlohmann::json>(text));
  CHECK(container.command == std::vector<std::string>{"c"});
  CHECK(container.args == std::vector<std::string>{"x", "y"});
  CHECK(container.image_pull_policy == PullPolicy::never);
  CHECK(container.restart_policy == RestartPolicy::never);
  CHECK(container.restart_policy_rules.at(0) == ContainerRestartRule{"Restart", "In", {42, 43}});
  CHECK(container.liveness_probe ==
        Probe{HttpGetAction{"live.example.com", "http", "/live", "HTTPS"}, 1, 2, 3, 4, 5, 6});
  CHECK(container.readiness_probe->handler == Handler{TcpSocketAction{"10.9.9.9", "81"}});
  CHECK(container.startup_probe->handler == Handler{GrpcAction{9, "s"}});
  CHECK(container.lifecycle.post_start == Handler{ExecAction{{"warm"}}});
  CHECK(container.lifecycle.pre_stop == Handler{SleepAction{7}});
  CHECK(container.ports.size() == 1);
  CHECK(container.ports.at("http") == 80);
  CHECK(container.requests.at("cpu") == "1");
  CHECK(container.limits.at("memory") == "1Gi");
  CHECK(container.resize_policy.at("cpu") == "NotRequired");
  CHECK(*container.stored == text);
}

TEST_CASE("a pod is static if its source is not the API server") {
  CHECK_FALSE(pod_from_text("{}").is_static());
  CHECK_FALSE(pod_from_text(R"({"metadata":{"annotations":{"kubernetes.io/config.source":"api"}}})").is_static());
  CHECK(pod_from_text(R"({"metadata":{"annotations":{"kubernetes.io/config.source":"file"}}})").is_static());
}

TEST_CASE("the quality of service follows from requests and limits of cpu and memory") {
  CHECK(qos_of(R"([{"name":"a"}])") == "BestEffort");
  CHECK(qos_of(R"([{"name":"a","resources":{"requests":{"cpu":"0"},"limits":{"nvidia.com/gpu":"1"}}}])") ==
        "BestEffort");
  CHECK(qos_of(R"([{"name":"a","resources":{"requests":{"cpu":"1m"}}}])") == "Burstable");
  const char* guaranteed =
      R"([{"resources":{"requests":{"cpu":"0.5","memory":"1024Mi"},"limits":{"cpu":"500m","memory":"1Gi"}}}])";
  CHECK(qos_of(guaranteed) == "Guaranteed");
  CHECK(qos_of(guaranteed, R"(,"initContainers":[{"name":"i"}])") == "Burstable");
  CHECK(qos_of(guaranteed, R"(,"ephemeralContainers":[{"name":"i"}])") == "Guaranteed");
  CHECK(qos_of(R"([{"name":"a"}])", R"(,"resources":{"requests":{"cpu":1,"memory":"1e3"},)"
                                    R"("limits":{"cpu":"1000m","memory":"1k"}})") == "Guaranteed");
  CHECK(qos_of(guaranteed, R"(,"resources":{"requests":{"cpu":1}})") == "Burstable");
  CHECK(qos_of(R"([{"name":"a"}])", R"(,"resources":{"limits":{"cpu":1}})") == "Burstable");
}

}  // namespace podreel::api
