// The walkers of the identity formulas on containers and pods made from the types table: they never crash, and what has
// to be irrelevant is irrelevant.
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>

#include "engine/identity/container_hash.hpp"
#include "engine/identity/forecast.hpp"
#include "engine/identity/preimage_difference.hpp"
#include "engine/identity/static_pod_uid.hpp"
#include "engine/identity/static_pod_validation.hpp"
#include "engine/types/catalogue.hpp"
#include "engine/types/go_json.hpp"
#include "engine/types/mismatch.hpp"
#include "engine/types/semantic_equal.hpp"
#include "tests/fuzz/generated_container.hpp"

namespace {

using podreel::release::Release;
using Json = nlohmann::json;
namespace identity = podreel::identity;
namespace types = podreel::types;

void require(bool holds, const char* what, const Json& value) {
  if (holds) return;
  std::cerr << what << ": " << value.dump(-1, ' ', false, Json::error_handler_t::replace) << '\n';
  std::abort();
}

/// Every field of the table is there, in order.
void check_fields(const identity::Preimage& preimage, const types::Type& type, const Json& container) {
  std::size_t position = 0;
  for (const types::Field& field : type.fields) {
    position = preimage.hashed.find(field.label, position);
    require(position != std::string::npos, "a field is missing", container);
  }
}

void check_container(const Json& container, Release release) {
  const identity::ContainerHasher hasher{release};
  const identity::Preimage preimage = hasher.preimage(container);
  require(hasher.hash(container) == hasher.hash(Json::parse(container.dump())), "a round trip changes the hash",
          container);
  Json decorated = container;
  if (decorated.is_object()) decorated["notInAnyRelease"] = {{"a", 1}};
  require(hasher.hash(decorated) == hasher.hash(container), "an unknown member changes the hash", container);
  if (!preimage.json.empty()) {
    const Json again = Json::parse(preimage.json);
    require(hasher.preimage(again).json == preimage.json, "written JSON is not written again alike", container);
  } else if (podreel::release::is_simulated(release) && container.is_object()) {
    check_fields(preimage, types::v1_type(release, "Container"), container);
  }
}

void check_pod(const Json& pod, Release release) {
  const identity::StaticPodSource source{"node", "/manifests/a.yaml", ""};
  const auto uid = identity::static_pod_uid(pod, release, source);
  require(uid.given || uid.uid.size() == 32, "a UID has 32 digits", pod);
  require(identity::static_pod_uid(Json::parse(pod.dump()), release, source).uid == uid.uid,
          "a round trip changes the UID", pod);
  static_cast<void>(identity::static_pod_refusals(pod, release, source.node));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  podreel::fuzz::Bytes bytes{{data, size}};
  const bool may_mismatch = bytes.flip();
  const std::vector<Release>& releases = podreel::release::known_releases();
  const Release release{releases[bytes.below(releases.size())].minor, 0};
  if (bytes.below(4) == 0) {
    check_pod(podreel::fuzz::generate(types::internal_type(Release{36, 0}, "Pod"), bytes, may_mismatch), release);
    return 0;
  }
  const types::Type& newest = types::v1_type(Release{36, 0}, "Container");
  const Json container = podreel::fuzz::generate(newest, bytes, may_mismatch);
  check_container(container, release);
  if (!may_mismatch) {
    require(!types::find_mismatch(newest, container), "a generated container fits its type", container);
    require(types::semantic_equal(newest, container, identity::after_protobuf(container, Release{36, 0})),
            "the wire format changes the meaning", container);
  }
  const Release other{7 + static_cast<int>(bytes.below(30)), 0};
  const identity::Forecast forecast = identity::forecast(container, release, container, other);
  require(forecast.changes() == (forecast.cause.kind != identity::CauseKind::none), "a change has a cause", container);
  return 0;
}
