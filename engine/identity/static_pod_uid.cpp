#include "engine/identity/static_pod_uid.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "engine/api/json_member.hpp"
#include "engine/api/lower_case.hpp"
#include "engine/identity/fnv128a.hpp"
#include "engine/identity/internal_pod.hpp"
#include "engine/identity/md5.hpp"
#include "engine/release/kubelet_identity.hpp"
#include "engine/types/go_spew.hpp"

namespace podreel::identity {

namespace {

using Json = nlohmann::json;

std::string given_uid(const Json& manifest) {
  return std::string{api::string_of(api::find_member(api::find_member(manifest, "metadata"), "uid"))};
}

std::string hash_of(const std::vector<std::string>& writes, release::Release release) {
  const std::string input = fmt::to_string(fmt::join(writes, ""));
  if (!release::static_uid_is_fnv.contains(release)) return md5_hex(input);
  Fnv128a hash;
  hash.add(input);
  return hash.hex();
}

}  // namespace

std::vector<std::string> static_pod_writes(const Json& manifest, release::Release release,
                                           const StaticPodSource& source, StaticPodOptions options) {
  if (!given_uid(manifest).empty()) return {};
  types::SpewOptions spew_options;
  spew_options.rounded_resource_lists = true;
  spew_options.go18_time = release::built_with_go18.contains(release) && !options.newer_go;
  spew_options.spaced_raw_json = options.spaced_raw_json;
  std::vector<std::string> writes(1);
  // The hash covers a pointer to the pod.
  types::spew(types::internal_type(release, "*Pod"), internal_pod(manifest, release), spew_options, writes[0]);
  if (!release::static_uid_covers_source.contains(release)) return writes;
  if (source.url.empty()) {
    writes.push_back("host:" + source.node);
    writes.push_back("file:" + source.path);
  } else {
    writes.push_back("url:" + source.url);
  }
  return writes;
}

StaticPodUid static_pod_uid(const Json& manifest, release::Release release, const StaticPodSource& source,
                            StaticPodOptions options) {
  StaticPodUid result;
  result.uid = given_uid(manifest);
  result.given = !result.uid.empty();
  if (!result.given) {
    result.uid = hash_of(static_pod_writes(manifest, release, source, options), release);
  }
  result.inferred = !result.given && !types::Catalogue::built_in().table().is_observed(release);
  result.pod_name = api::string_of(api::find_member(api::find_member(manifest, "metadata"), "name"));
  result.pod_name += '-';
  result.pod_name += release::lowers_node_name.contains(release) ? api::lower_case(source.node) : source.node;
  return result;
}

}  // namespace podreel::identity
