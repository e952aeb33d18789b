"""Python's kubernetes client against `podreel serve`: run with KUBECONFIG set, and a clock that stands still."""
import json

from kubernetes import client, config, watch
from kubernetes.client.rest import ApiException

config.load_kube_config()
core = client.CoreV1Api()
apps = client.AppsV1Api()
api = client.ApiClient()


def advance(span):
    api.call_api("/podreel/v1/clock", "POST", body={"advance": span}, response_type="object")


advance("12s")
assert [pod.metadata.name for pod in core.list_namespaced_pod("default").items] == ["web"]
labels = {"app": "shop"}
container = client.V1Container(name="app", image="shop:1")
template = client.V1PodTemplateSpec(
    metadata=client.V1ObjectMeta(labels=labels), spec=client.V1PodSpec(containers=[container]))
spec = client.V1DeploymentSpec(replicas=2, selector=client.V1LabelSelector(match_labels=labels), template=template)
apps.create_namespaced_deployment(
    "default", client.V1Deployment(metadata=client.V1ObjectMeta(name="shop"), spec=spec))
advance("10s")
assert apps.read_namespaced_deployment("shop", "default").status.ready_replicas == 2
names = [event["object"].metadata.name
         for event in watch.Watch().stream(core.list_namespaced_pod, "default", label_selector="app=shop",
                                           timeout_seconds=1)]
assert len(names) == 2 and all(name.startswith("shop-") for name in names), names
apps.patch_namespaced_deployment_scale("shop", "default", {"spec": {"replicas": 3}})
advance("10s")
assert len(core.list_namespaced_pod("default", label_selector="app=shop", limit=2).items) == 2
core.patch_node("node-1", {"spec": {"unschedulable": True}})
assert core.read_node("node-1").spec.unschedulable
try:
    core.read_namespaced_pod("nope", "default")
    raise AssertionError("a pod that is not there was read")
except ApiException as refusal:
    assert refusal.status == 404 and json.loads(refusal.body)["reason"] == "NotFound"
print("python client: ok")
