"""What Python's kubernetes client does with `podreel serve`: run with KUBECONFIG set, at a clock that is paused."""
import json

from kubernetes import client, config, watch
from kubernetes.client.rest import ApiException

config.load_kube_config()
core = client.CoreV1Api()
apps = client.AppsV1Api()
policy = client.PolicyV1Api()


def advance(span):
    core.api_client.call_api(
        "/podreel/v1/clock", "POST", body={"advance": span}, response_type="object",
        header_params={"Content-Type": "application/json"}, auth_settings=[])


def refused(call, *arguments, **named):
    try:
        call(*arguments, **named)
    except ApiException as error:
        return error.status, json.loads(error.body)["reason"]
    raise AssertionError(f"{call.__name__} was obeyed")


def names(pods):
    return sorted(pod.metadata.name for pod in pods.items)


def container(image="nginx:1.25"):
    return client.V1Container(name="app", image=image)


def pod(name, **spec):
    return client.V1Pod(
        metadata=client.V1ObjectMeta(name=name, labels={"app": "mine"}),
        spec=client.V1PodSpec(containers=[container()], **spec))


# Lists, typed, in pages, selected.
assert client.VersionApi().get_code().major == "1"
assert names(core.list_namespaced_pod("default")) == ["web"]
created = core.create_namespaced_pod("default", pod("one"))
assert created.metadata.uid and created.status.phase == "Pending", created
core.create_namespaced_pod("default", pod("two"))
assert names(core.list_pod_for_all_namespaces(label_selector="app=mine")) == ["one", "two"]
page = core.list_namespaced_pod("default", limit=2)
rest = core.list_namespaced_pod("default", limit=2, _continue=page.metadata._continue)
assert names(page) + names(rest) == ["one", "two", "web"]
[node] = core.list_node().items
assert node.status.node_info.kubelet_version.startswith("v1."), node

# A watch from a list on: what is created, changed and deleted, and nothing else.
version = core.list_namespaced_pod("default").metadata.resource_version
core.create_namespaced_pod("default", pod("three"))
advance("5s")
core.patch_namespaced_pod("one", "default", {"metadata": {"labels": {"more": "yes"}}})
core.delete_namespaced_pod("two", "default", grace_period_seconds=0)
seen = []
for event in watch.Watch().stream(core.list_namespaced_pod, "default", resource_version=version, timeout_seconds=1,
                                  allow_watch_bookmarks=True):
    if event["type"] != "BOOKMARK":
        seen.append((event["type"], event["object"].metadata.name))
    assert event["type"] != "ERROR", event
assert seen[0] == ("ADDED", "three") and ("MODIFIED", "one") in seen and seen[-1] == ("DELETED", "two"), seen
assert core.read_namespaced_pod("one", "default").metadata.labels == {"app": "mine", "more": "yes"}
watched = watch.Watch()
for event in watched.stream(core.list_namespaced_pod, "default"):
    assert (event["type"], event["object"].metadata.name) == ("ADDED", "one")
    watched.stop()

# Changes of all kinds.
one = core.read_namespaced_pod("one", "default")
assert one.status.phase == "Running" and one.status.container_statuses[0].ready, one.status
one.spec.containers[0].image = "nginx:1.26"
assert core.replace_namespaced_pod("one", "default", one).spec.containers[0].image == "nginx:1.26"
assert refused(core.replace_namespaced_pod, "one", "default", one) == (409, "Conflict")
image = [{"op": "replace", "path": "/spec/containers/0/image", "value": "nginx:1.27"}]
assert core.patch_namespaced_pod("one", "default", image).spec.containers[0].image == "nginx:1.27"
advance("10s")
assert core.read_namespaced_pod("one", "default").status.container_statuses[0].restart_count == 1
deployment = client.V1Deployment(
    metadata=client.V1ObjectMeta(name="shop"),
    spec=client.V1DeploymentSpec(
        replicas=2, selector=client.V1LabelSelector(match_labels={"app": "shop"}),
        template=client.V1PodTemplateSpec(
            metadata=client.V1ObjectMeta(labels={"app": "shop"}), spec=client.V1PodSpec(containers=[container()]))))
apps.create_namespaced_deployment("default", deployment)
advance("10s")
assert apps.read_namespaced_deployment_status("shop", "default").status.ready_replicas == 2
apps.patch_namespaced_deployment_scale("shop", "default", {"spec": {"replicas": 1}})
advance("40s")
assert len(core.list_namespaced_pod("default", label_selector="app=shop").items) == 1
core.patch_node(node.metadata.name, {"spec": {"unschedulable": True}})
assert core.read_node(node.metadata.name).spec.unschedulable

# Evictions, and a budget that is in the way.
[shop] = core.list_namespaced_pod("default", label_selector="app=shop").items
budget = client.V1PodDisruptionBudget(
    metadata=client.V1ObjectMeta(name="shop"),
    spec=client.V1PodDisruptionBudgetSpec(min_available=1, selector=client.V1LabelSelector(match_labels={"app": "shop"})))
policy.create_namespaced_pod_disruption_budget("default", budget)
advance("1s")
eviction = client.V1Eviction(metadata=client.V1ObjectMeta(name=shop.metadata.name, namespace="default"))
evict = core.create_namespaced_pod_eviction
assert refused(evict, shop.metadata.name, "default", eviction) == (429, "TooManyRequests")
policy.delete_namespaced_pod_disruption_budget("shop", "default")
evict(shop.metadata.name, "default", eviction)
advance("40s")
assert refused(core.read_namespaced_pod, shop.metadata.name, "default") == (404, "NotFound")

# Logs and events.
assert "Error" in core.read_namespaced_pod("web", "default").status.container_statuses[0].last_state.terminated.reason
log = core.read_namespaced_pod_log("web", "default", timestamps=True)
assert log and log.splitlines()[0][:2] == "20", log
assert any(event.reason == "BackOff" for event in core.list_namespaced_event("default").items)

# Errors.
assert refused(core.read_namespaced_pod, "nope", "default") == (404, "NotFound")
assert refused(core.create_namespaced_pod, "default", pod("one")) == (409, "AlreadyExists")
assert refused(core.create_namespaced_pod, "default", pod("Two")) == (422, "Invalid")
assert refused(core.create_namespaced_pod, "default", pod("four", restart_policy="Sometimes"))[0] in (400, 422)
assert refused(core.patch_namespaced_pod, "one", "default", {"spec": {"hostNetwork": True}}) == (422, "Invalid")
assert refused(core.list_namespaced_pod, "default", _continue="nonsense") == (400, "BadRequest")
print("Python's kubernetes client: ok")
