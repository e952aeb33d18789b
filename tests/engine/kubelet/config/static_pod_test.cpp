#include "engine/kubelet/config/static_pod.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "engine/api/config_annotations.hpp"

namespace podreel::kubelet {

namespace {

nlohmann::json manifest() {
  return nlohmann::json::parse(
      R"({"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "etcd", "namespace": "kube-system",
          "annotations": {"note": "a"}}, "spec": {"containers": [{"name": "etcd", "image": "etcd:3"}]}})");
}

const ManifestReader reader{release::v(30), {}, "Node-1"};

}  // namespace

TEST_CASE("a static pod has its node's name, a UID, and annotations that say where it comes from and since when") {
  namespace annotation = api::config_annotation;
  const auto read = read_static_pod(manifest(), reader, "/m/etcd.yaml", sim::from_unix_seconds(1'700'000'000));
  const api::Pod& pod = *std::get<api::PodPtr>(read);
  CHECK(pod.metadata.name == "etcd-node-1");
  CHECK(pod.metadata.uid.size() == 32);
  CHECK(pod.metadata.annotations.at(annotation::hash) == std::string{pod.metadata.uid});
  CHECK(pod.metadata.annotations.at(annotation::seen) == "2023-11-14T22:13:20Z");
  CHECK(pod.metadata.annotations.at(annotation::source) == "file");
  CHECK(pod.metadata.annotations.at("note") == "a");
  CHECK(pod.is_static());
  CHECK(pod.spec->node_name == "Node-1");
  CHECK(pod.status.phase == api::PodPhase::pending);
  CHECK(pod.spec->stored->at("tolerations").back() ==
        nlohmann::json({{"operator", "Exists"}, {"effect", "NoExecute"}}));
}

TEST_CASE("a manifest that the kubelet does not take says why") {
  nlohmann::json without_image = manifest();
  without_image["spec"]["containers"][0].erase("image");
  const auto read = read_static_pod(without_image, reader, "/m/etcd.yaml", {});
  CHECK(std::get<RefusedManifest>(read).message == "spec.containers[0].image: Required value");
}

}  // namespace podreel::kubelet
