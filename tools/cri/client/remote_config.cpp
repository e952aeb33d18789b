#include "tools/cri/client/remote_config.hpp"

#include <fmt/format.h>
#include <set>
#include <stdexcept>
#include <utility>

#include "engine/api/json_member.hpp"
#include "engine/apiserver/stored_config.hpp"
#include "scenarios/cluster/config_references.hpp"
#include "tools/cri/client/refusal_text.hpp"

namespace podreel::cri {

namespace {

using apiserver::ObjectId;
using nlohmann::json;

std::string path_of(const ObjectId& id) {
  const std::size_t slash = id.key.find('/');
  return fmt::format("/api/v1/namespaces/{}/{}/{}", id.key.substr(0, slash), id.resource, id.key.substr(slash + 1));
}

std::string namespace_of_pod(const json& pod) {
  return api::string_member(pod.at("metadata"), "namespace");
}

}  // namespace

RemoteConfig::RemoteConfig(apiserver::ApiServer& server, PacedLoop& loop, const serve::ServerAddress& address)
    : server_{server},
      loop_{loop},
      client_{address},
      config_maps_{address, "/api/v1/configmaps", listener_of("configmaps")},
      secrets_{address, "/api/v1/secrets", listener_of("secrets")} {}

void RemoteConfig::begin() {
  config_maps_.begin();
  secrets_.begin();
}

std::vector<RemoteConfig::Known> RemoteConfig::ask_for(const json& pod) {
  constexpr unsigned ok = 200;
  constexpr unsigned not_found = 404;
  std::vector<Known> answers;
  for (const auto& reference : cluster::config_references(namespace_of_pod(pod), pod.at("spec"))) {
    ObjectId id = apiserver::config_id(reference.kind, reference.name);
    const serve::Response answer = client_.send({.method = "GET", .target = path_of(id)});
    if (answer.status != ok && answer.status != not_found) throw std::runtime_error{refusal_text(answer)};
    answers.push_back(
        {std::move(id), answer.status == ok ? std::make_shared<const json>(json::parse(answer.body)) : nullptr});
  }
  return answers;
}

void RemoteConfig::take(const json& pod, const std::vector<Known>& answers) {
  cluster::expect_references(server_.config_objects(), namespace_of_pod(pod), pod.at("spec"));
  for (const Known& answer : answers) put(answer.id, answer.object);
}

Reflector::Listener RemoteConfig::listener_of(const std::string& resource) {
  return {.listed = [this,
                     resource](const json& list) { loop_.post([this, resource, list] { take_list(resource, list); }); },
          .changed =
              [this, resource](const json& change) {
                const json& object = change.at("object");
                const bool is_gone = change.at("type") == "DELETED";
                loop_.post([this, id = ObjectId{resource, apiserver::key_of(object)},
                            now = is_gone ? nullptr : std::make_shared<const json>(object)] { put(id, now); });
              }};
}

void RemoteConfig::take_list(const std::string& resource, const json& list) {
  std::set<ObjectId> gone;
  for (const auto& [key, object] : server_.objects().all(resource)) gone.insert({resource, key});
  api::for_each_item(list, "items", [&](const json& object) {
    const ObjectId id{resource, apiserver::key_of(object)};
    gone.erase(id);
    put(id, std::make_shared<const json>(object));
  });
  for (const ObjectId& id : gone) put(id, nullptr);
}

void RemoteConfig::put(const ObjectId& id, const Object& object) {
  if (!object) return server_.objects().remove(id);
  server_.objects().put(id, *object);
}

}  // namespace podreel::cri
