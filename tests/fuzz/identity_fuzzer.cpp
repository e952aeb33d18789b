// The walkers of the identity formulas on containers and pods made from the types table: they never crash, and what has
// to be irrelevant is irrelevant.
#include <cstdint>
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
#include "tests/fuzz/target.hpp"

namespace podreel::fuzz {

namespace {

using release::Release;
using Json = nlohmann::json;

void require_of(bool holds, const char* what, const Json& value) {
  if (!holds) require(false, what, value.dump(-1, ' ', false, Json::error_handler_t::replace));
}

/// Every field of the table is there, in order.
void check_fields(const identity::Preimage& preimage, const types::Type& type, const Json& container) {
  std::size_t position = 0;
  for (const types::Field& field : type.fields) {
    position = preimage.hashed.find(field.label, position);
    require_of(position != std::string::npos, "a field is missing", container);
  }
}

void check_container(const Json& container, Release release) {
  const identity::ContainerHasher hasher{release};
  const identity::Preimage preimage = hasher.preimage(container);
  require_of(hasher.hash(container) == hasher.hash(Json::parse(container.dump())), "a round trip changes the hash",
             container);
  Json decorated = container;
  if (decorated.is_object()) decorated["notInAnyRelease"] = {{"a", 1}};
  require_of(hasher.hash(decorated) == hasher.hash(container), "an unknown member changes the hash", container);
  if (!preimage.json.empty()) {
    const Json again = Json::parse(preimage.json);
    require_of(hasher.preimage(again).json == preimage.json, "written JSON is not written again alike", container);
  } else if (release::is_simulated(release) && container.is_object()) {
    check_fields(preimage, types::v1_type(release, "Container"), container);
  }
}

void check_pod(const Json& pod, Release release) {
  const identity::StaticPodSource source{"node", "/manifests/a.yaml", ""};
  const auto uid = identity::static_pod_uid(pod, release, source);
  require_of(uid.given || uid.uid.size() == 32, "a UID has 32 digits", pod);
  require_of(identity::static_pod_uid(Json::parse(pod.dump()), release, source).uid == uid.uid,
             "a round trip changes the UID", pod);
  static_cast<void>(identity::static_pod_refusals(pod, release, source.node));
}

void walk(std::string_view input) {
  Bytes bytes{input};
  const bool may_mismatch = bytes.flip();
  const std::vector<Release>& releases = release::known_releases();
  const Release release{releases[bytes.below(releases.size())].minor, 0};
  if (bytes.below(4) == 0) {
    check_pod(generate(types::internal_type(Release{36, 0}, "Pod"), bytes, may_mismatch), release);
    return;
  }
  const types::Type& newest = types::v1_type(Release{36, 0}, "Container");
  const Json container = generate(newest, bytes, may_mismatch);
  check_container(container, release);
  if (!may_mismatch) {
    require_of(!types::find_mismatch(newest, container), "a generated container fits its type", container);
    require_of(types::semantic_equal(newest, container, identity::protobuf_round_trip(container, Release{36, 0})),
               "the wire format changes the meaning", container);
  }
  const Release other{7 + static_cast<int>(bytes.below(30)), 0};
  const identity::Forecast forecast = identity::forecast(container, release, container, other);
  require_of(forecast.changes() == (forecast.cause.kind != identity::CauseKind::none), "a change has a cause",
             container);
}

const AddedTarget added_identity{"identity", walk};

}  // namespace

}  // namespace podreel::fuzz
