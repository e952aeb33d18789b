#include "engine/identity/static_pod_uid.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "engine/identity/go_spew.hpp"
#include "engine/identity/go_value.hpp"
#include "engine/identity/internal_pod.hpp"
#include "engine/identity/md5.hpp"
#include "engine/release/behaviour.hpp"

namespace podreel::identity {

namespace {

using Json = nlohmann::json;

using release::v;

const release::ReleaseRange covers_source{v(21), {}};
const release::ReleaseRange go18_range{v(0), v(9)};
/// Some release between 1.7 and 1.14 began to lower the node's name.
const release::ReleaseRange lowers_node_name{v(8), {}};
/// Releases between and after those whose internal types were observed. 1.16 and 1.20 were confirmed by UIDs of real
/// clusters.
const std::array inferred_types{
    release::ReleaseRange{v(8), v(14)},
    release::ReleaseRange{v(25), v(26)},
    release::ReleaseRange{v(33), {}},
};

std::string given_uid(const Json& manifest) {
  return std::string{go_string(find_member(find_member(&manifest, "metadata"), "uid"))};
}

std::string lowered(std::string text) {
  std::ranges::transform(text, text.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  return text;
}

}  // namespace

bool built_with_go18(release::Release release) {
  return go18_range.contains(release);
}

bool static_uid_covers_source(release::Release release) {
  return covers_source.contains(release);
}

std::vector<std::string> static_pod_writes(const Json& manifest, release::Release release,
                                           const StaticPodSource& source, StaticPodOptions options) {
  if (!given_uid(manifest).empty()) return {};
  SpewOptions spew_options;
  spew_options.rounded_resource_lists = true;
  spew_options.go18_time = built_with_go18(release) && !options.newer_go;
  spew_options.spaced_raw_json = options.spaced_raw_json;
  std::vector<std::string> writes(1);
  // What is hashed is a pointer to the pod.
  spew(internal_type(release, "*core.Pod"), internal_pod(manifest, release), spew_options, writes[0]);
  if (!covers_source.contains(release)) return writes;
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
    result.uid = md5_hex(fmt::to_string(fmt::join(static_pod_writes(manifest, release, source, options), "")));
  }
  result.inferred = !result.given && std::ranges::any_of(inferred_types, [release](const release::ReleaseRange& range) {
    return range.contains(release);
  });
  result.pod_name = go_string(find_member(find_member(&manifest, "metadata"), "name"));
  result.pod_name += '-';
  result.pod_name += lowers_node_name.contains(release) ? lowered(source.node) : source.node;
  return result;
}

}  // namespace podreel::identity
