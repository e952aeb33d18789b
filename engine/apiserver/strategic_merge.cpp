#include "engine/apiserver/strategic_merge.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <optional>
#include <string_view>

namespace podreel::apiserver {

namespace {

using nlohmann::json;

struct MergedList {
  std::string_view field;
  /// Key that identifies the items; empty for lists of texts.
  std::string_view key;
  /// Key of items without the first one: ports of Services.
  std::string_view other_key{};
};

// The fields with patchStrategy=merge of v1.Pod and what it contains, and their patchMergeKey.
constexpr std::array merged_lists{
    MergedList{"finalizers", ""},
    MergedList{"ownerReferences", "uid"},
    MergedList{"volumes", "name"},
    MergedList{"initContainers", "name"},
    MergedList{"containers", "name"},
    MergedList{"ephemeralContainers", "name"},
    MergedList{"imagePullSecrets", "name"},
    MergedList{"hostAliases", "ip"},
    MergedList{"topologySpreadConstraints", "topologyKey"},
    MergedList{"resourceClaims", "name"},
    MergedList{"schedulingGates", "name"},
    MergedList{"ports", "containerPort", "port"},
    MergedList{"env", "name"},
    MergedList{"volumeMounts", "mountPath"},
    MergedList{"volumeDevices", "devicePath"},
    MergedList{"conditions", "type"},
    MergedList{"podIPs", "ip"},
    MergedList{"hostIPs", "ip"},
};

constexpr std::string_view directive = "$patch";
constexpr std::string_view retain_directive = "$retainKeys";
constexpr std::string_view order_prefix = "$setElementOrder/";
constexpr std::string_view deletion_prefix = "$deleteFromPrimitiveList/";

std::optional<std::string_view> merge_key(std::string_view field, const json& items) {
  const auto found = std::ranges::find(merged_lists, field, &MergedList::field);
  if (found == merged_lists.end()) return std::nullopt;
  const auto has_other_key = [&found](const json& item) {
    return item.is_object() && item.contains(found->other_key) && !item.contains(found->key);
  };
  const bool is_other = !found->other_key.empty() && std::ranges::any_of(items, has_other_key);
  return is_other ? found->other_key : found->key;
}

std::string joined(const std::string& path, std::string_view name) {
  return path.empty() ? std::string{name} : fmt::format("{}.{}", path, name);
}

/// Returns the `$patch` directive of a map; empty if there is none.
std::string directive_of(const json& patch) {
  if (!patch.is_object() || !patch.contains(directive)) return {};
  const json& value = patch[std::string{directive}];
  return value.is_string() ? value.get<std::string>() : value.dump();
}

json without_directive(const json& patch) {
  json result = patch;
  result.erase(std::string{directive});
  return result;
}

/// Applies a patch; the first error ends it.
class Merge {
 public:
  json map(const json& original, const json& patch, const std::string& path) {
    const std::string what = directive_of(patch);
    if (what == "replace") return without_directive(patch);
    if (!what.empty() && what != "merge") fail(path, fmt::format("unknown $patch: {}", what));
    json result = original.is_object() ? original : json::object();
    retain(result, patch);
    for (const auto& [name, part] : patch.items()) {
      if (!name.starts_with('$')) member(result, name, part, joined(path, name));
    }
    for (const auto& [name, part] : patch.items()) {
      if (name.starts_with(deletion_prefix)) delete_texts(result, name.substr(deletion_prefix.size()), part);
      if (name.starts_with(order_prefix)) set_order(result, name.substr(order_prefix.size()), part);
    }
    return result;
  }

  [[nodiscard]] const std::optional<PatchError>& error() const noexcept { return error_; }

 private:
  void fail(const std::string& path, std::string message) {
    if (!error_) error_ = PatchError{path, std::move(message)};
  }

  static void retain(json& result, const json& patch) {
    const auto kept = patch.find(retain_directive);
    if (kept == patch.end() || !kept->is_array()) return;
    for (auto member = result.begin(); member != result.end();) {
      const bool keep = std::ranges::find(*kept, json(member.key())) != kept->end();
      member = keep ? std::next(member) : result.erase(member);
    }
  }

  void member(json& result, const std::string& name, const json& part, const std::string& path) {
    const json before = result.contains(name) ? result[name] : json();
    if (part.is_null() || directive_of(part) == "delete") {
      result.erase(name);
    } else if (part.is_object()) {
      if (!before.is_object() && !before.is_null()) fail(path, "a map in the patch, something else in the pod");
      result[name] = map(before, part, path);
    } else if (part.is_array()) {
      if (!before.is_array() && !before.is_null()) fail(path, "a list in the patch, something else in the pod");
      result[name] = list(before.is_array() ? before : json::array(), part, merge_key(name, part), path);
    } else {
      result[name] = part;
    }
  }

  json list(const json& original, const json& patch, std::optional<std::string_view> key, const std::string& path) {
    if (!key) return patch;
    if (key->empty()) return with_texts(original, patch);
    const bool replaces = std::ranges::any_of(patch, [](const json& item) { return directive_of(item) == "replace"; });
    json result = replaces ? json::array() : original;
    for (std::size_t index = 0; index < patch.size(); ++index) {
      item(result, patch[index], std::string{*key}, fmt::format("{}[{}]", path, index));
    }
    return result;
  }

  void item(json& list, const json& part, const std::string& key, const std::string& path) {
    const std::string what = directive_of(part);
    if (!part.is_object() || !part.contains(key)) {
      if (what != "replace") fail(path, fmt::format("missing field \"{}\", which identifies the items", key));
      return;
    }
    const auto found = std::ranges::find_if(list, [&](const json& candidate) {
      return candidate.is_object() && candidate.value(key, json()) == part[key];
    });
    if (what == "delete") {
      if (found != list.end()) list.erase(found);
    } else if (found == list.end()) {
      list.push_back(map(json::object(), part, path));
    } else {
      *found = map(*found, part, path);
    }
  }

  static json with_texts(const json& original, const json& patch) {
    json result = original;
    for (const json& text : patch) {
      if (std::ranges::find(result, text) == result.end()) result.push_back(text);
    }
    return result;
  }

  static void delete_texts(json& result, const std::string& name, const json& texts) {
    if (!result.contains(name) || !texts.is_array()) return;
    json kept = json::array();
    for (const json& text : result[name]) {
      if (std::ranges::find(texts, text) == texts.end()) kept.push_back(text);
    }
    result[name] = kept;
  }

  /// The items that `order` names take each other's places; the others stay where they are.
  static void set_order(json& result, const std::string& name, const json& order) {
    const std::optional<std::string_view> key = merge_key(name, order);
    if (!key || !result.contains(name) || !order.is_array()) return;
    const auto identity = [&](const json& item) {
      return item.is_object() ? item.value(std::string{*key}, json()) : item;
    };
    const json before = result[name];
    const auto find_in = [&](const json& list, const json& item) {
      return std::ranges::find(list, identity(item), identity);
    };
    json placed = before;
    std::size_t next = 0;
    for (json& place : placed) {
      if (find_in(order, place) == order.end()) continue;
      while (next < order.size() && find_in(before, order[next]) == before.end()) ++next;
      if (next == order.size()) break;
      place = *find_in(before, order[next++]);
    }
    result[name] = placed;
  }

  std::optional<PatchError> error_;
};

}  // namespace

std::variant<json, PatchError> strategic_merge(const json& pod, const json& patch) {
  if (!patch.is_object()) return PatchError{"", "a patch is a map"};
  Merge merge;
  json result = merge.map(pod, patch, "");
  if (merge.error()) return *merge.error();
  return result;
}

}  // namespace podreel::apiserver
