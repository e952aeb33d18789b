#include "engine/kubelet/pull_secrets.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "tests/support/short_scenario.hpp"

namespace podreel::kubelet {

namespace {

/// The run of pods that want a private image one after the other: a with a Secret, b without one, c without a pull.
testing::RunHistory run_of(const std::string& kubelet, const std::string& image = "takes: 2s") {
  return testing::history_of(fmt::format(
      R"(duration: 40s, timing: ideal, node: {{kubelet: {}}},
      runtime: {{images: [{{name: 'registry.corp/private:1', present: false, pull: {{{}}}}}]}}, timeline: [
      {{at: 0s, addSecret: {{name: regcred, data: {{.dockerconfigjson: '{{"auths":{{"registry.corp":{{"auth":"eDp5"}}}}}}'}}}}}},
      {{at: 1s, createPod: {{apiVersion: v1, kind: Pod, metadata: {{name: a}}, spec: {{
        imagePullSecrets: [{{name: regcred}}], containers: [{{name: app, image: 'registry.corp/private:1'}}]}}}}}},
      {{at: 5s, createPod: {{apiVersion: v1, kind: Pod, metadata: {{name: c}}, spec: {{
        containers: [{{name: app, image: 'registry.corp/private:1', imagePullPolicy: Never}}]}}}}}},
      {{at: 10s, createPod: {{apiVersion: v1, kind: Pod, metadata: {{name: b}}, spec: {{
        containers: [{{name: app, image: 'registry.corp/private:1', imagePullPolicy: IfNotPresent}}]}}}}}}])",
      kubelet, image));
}

}  // namespace

TEST_CASE("an image that was pulled with a Secret is pulled again by pods without it, from 1.35 on") {
  CHECK(testing::calls_in(run_of("{version: '1.34.9'}"), "PullImage").size() == 1);
  const testing::RunHistory verified = run_of("{version: '1.35.6'}");
  CHECK(testing::calls_in(verified, "PullImage").size() == 2);
  REQUIRE_FALSE(testing::events_in(verified, "ErrImageNeverPull").empty());
  CHECK(testing::events_in(verified, "ErrImageNeverPull").front() == 5);
  CHECK(testing::calls_in(run_of("{version: '1.34.9', featureGates: {KubeletEnsureSecretPulledImages: true}}"),
                          "PullImage")
            .size() == 2);
}

TEST_CASE("imagePullCredentialsVerificationPolicy decides which images are verified") {
  const std::string never = "{version: '1.36.3', config: {imagePullCredentialsVerificationPolicy: NeverVerify}}";
  CHECK(testing::calls_in(run_of(never), "PullImage").size() == 1);
  const std::string listed =
      "{version: '1.36.3', config: {imagePullCredentialsVerificationPolicy: NeverVerifyAllowlistedImages, "
      "preloadedImagesVerificationAllowlist: ['registry.corp/*']}}";
  CHECK(testing::calls_in(run_of(listed), "PullImage").size() == 1);
}

TEST_CASE("an image with a record is there for others while it is pulled again") {
  const testing::RunHistory history = testing::history_of(
      R"(duration: 30s, timing: ideal,
      node: {kubelet: {version: '1.36.3', config: {serializeImagePulls: false, maxParallelImagePulls: 5}}},
      runtime: {images: [{name: 'app:1', present: false, pull: {takes: 5s}}]}, timeline: [
      {at: 0s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: a},
        spec: {containers: [{name: app, image: 'app:1'}]}}},
      {at: 10s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: b}, spec: {containers: [
        {name: app, image: 'app:1', imagePullPolicy: Always}]}}},
      {at: 12s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: c}, spec: {containers: [
        {name: app, image: 'app:1', imagePullPolicy: IfNotPresent}]}}}])");
  CHECK(testing::calls_in(history, "PullImage").size() == 2);
  const std::vector<std::string> starts = testing::calls_in(history, "StartContainer");
  REQUIRE(starts.size() == 3);
  CHECK(starts.at(1).starts_with("12 "));
}

}  // namespace podreel::kubelet
