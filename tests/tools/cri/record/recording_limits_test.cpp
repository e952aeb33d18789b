#include "tools/cri/record/recording_limits.hpp"

#include <doctest/doctest.h>
#include <string>
#include <vector>

#include "engine/api/document.hpp"
#include "scenarios/format/load.hpp"

namespace podreel::cri {

namespace {

/// Limits of a recording of a pod with these volumes.
std::vector<std::string> limits_with_volumes(const std::string& volumes) {
  const std::string text =
      "apiVersion: podreel.dev/v1alpha1\nkind: Scenario\nmetadata: {name: s}\nspec:\n  timeline:\n"
      "    - {at: 0s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {containers: "
      "[{name: app, image: a}], volumes: [" +
      volumes + "]}}}\n";
  const format::Loaded loaded = format::load_scenarios(api::load_documents(text, "s.yaml"), "s.yaml");
  REQUIRE(loaded.scenarios.size() == 1);
  return recording_limits(loaded.scenarios.front());
}

}  // namespace

TEST_CASE("volumes of a storage system, which simulations assume to be there, cannot be recorded") {
  using Lines = std::vector<std::string>;
  CHECK(limits_with_volumes("{name: a, emptyDir: {}}, {name: b, configMap: {name: c}}").empty());
  CHECK(limits_with_volumes("{name: a, emptyDir: {}}, {name: data, persistentVolumeClaim: {claimName: c}}") ==
        Lines{"default/web: volume data: no storage system provides it"});
  CHECK(limits_with_volumes("{name: data, csi: {driver: d.example.com}}") ==
        Lines{"default/web: volume data: no storage system provides it"});
}

}  // namespace podreel::cri
