#include "engine/apiserver/config_objects.hpp"

#include "engine/invariant.hpp"

namespace podreel::apiserver {

void ConfigObjects::expect(ConfigKind kind, const std::string& name) {
  known_.emplace(Id{kind, name}, Object{.exists = false});
}

void ConfigObjects::assume(ConfigKind kind, const std::string& name) {
  known_.emplace(Id{kind, name}, Object{});
}

void ConfigObjects::put(ConfigKind kind, const std::string& name, Data data) {
  ++version_;
  const std::uint64_t created = exists(kind, name) ? created_at(kind, name) : version_;
  known_[{kind, name}] = {.exists = true, .data = std::move(data), .changed_at = version_, .created_at = created};
}

void ConfigObjects::remove(ConfigKind kind, const std::string& name) {
  known_[{kind, name}] = {.exists = false, .changed_at = ++version_};
}

bool ConfigObjects::exists(ConfigKind kind, const std::string& name) const {
  const auto found = known_.find({kind, name});
  return found == known_.end() || found->second.exists;
}

std::uint64_t ConfigObjects::changed_at(ConfigKind kind, const std::string& name) const {
  const auto found = known_.find({kind, name});
  return found == known_.end() ? 0 : found->second.changed_at;
}

std::uint64_t ConfigObjects::created_at(ConfigKind kind, const std::string& name) const {
  const auto found = known_.find({kind, name});
  return found == known_.end() ? 0 : found->second.created_at;
}

const ConfigObjects::Data* ConfigObjects::data(ConfigKind kind, const std::string& name) const {
  const auto found = known_.find({kind, name});
  const bool has_data = found != known_.end() && found->second.exists && found->second.data;
  return has_data ? &*found->second.data : nullptr;
}

bool ConfigObjects::has_every_key(ConfigKind kind, const std::string& name) const {
  const auto found = known_.find({kind, name});
  return found == known_.end() || (found->second.exists && !found->second.data);
}

bool ConfigObjects::has_key(ConfigKind kind, const std::string& name, std::string_view key) const {
  const auto found = known_.find({kind, name});
  if (found == known_.end()) return true;
  const Object& object = found->second;
  return object.exists && (!object.data || object.data->contains(key));
}

}  // namespace podreel::apiserver
