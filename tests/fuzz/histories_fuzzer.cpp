// Histories of requests to one API server: bytes choose the requests. After each of them lists equal watches, versions
// have only grown, a refused request and a dry run have changed nothing, and what was deleted is gone.
#include <array>
#include <chrono>
#include <cstdint>
#include <fmt/format.h>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/format/load.hpp"
#include "tests/fuzz/bytes.hpp"
#include "tests/fuzz/target.hpp"
#include "tools/serve/handler.hpp"
#include "tools/serve/stream.hpp"

namespace podreel::fuzz {

namespace {

using nlohmann::json;

struct Resource {
  std::string_view path;
  std::string_view api_version;
  std::string_view kind;
};

constexpr std::array<Resource, 5> resources{{
    {"/api/v1/namespaces/default/configmaps", "v1", "ConfigMap"},
    {"/api/v1/namespaces/default/secrets", "v1", "Secret"},
    {"/api/v1/namespaces/default/pods", "v1", "Pod"},
    {"/api/v1/namespaces/default/services", "v1", "Service"},
    {"/apis/apps/v1/namespaces/default/deployments", "apps/v1", "Deployment"},
}};

const format::Scenario& running_pod() {
  static const format::Loaded loaded = format::load_scenarios(
      api::load_documents(
          "{apiVersion: v1, kind: Pod, metadata: {name: a}, spec: {containers: [{name: app, image: a}]}}", "a.yaml"),
      "a.yaml");
  return loaded.scenarios.at(0);
}

std::uint64_t version_of(const json& object) {
  return std::stoull(object.at("metadata").at("resourceVersion").get<std::string>());
}

/// Objects by "path/name".
using Objects = std::map<std::string, json>;

/// One resource's objects as a client sees them that watches it.
class Watcher {
 public:
  Watcher(serve::Session& session, const Resource& resource) : resource_{resource} {
    const serve::Response response =
        serve::answer(session, {.method = "GET", .target = std::string{resource.path} + "?watch=1"});
    require(response.is_streaming(), "a watch is a stream", response.body);
    stream_ = serve::open_stream(session, response);
  }

  void catch_up() {
    for (std::string news = stream_->news(); !news.empty(); news = stream_->news()) {
      for (std::size_t end = news.find('\n'); end != std::string::npos; end = news.find('\n')) {
        apply(json::parse(news.substr(0, end)));
        news.erase(0, end + 1);
      }
    }
  }

  /// The objects that come from now on are in the order of their versions.
  void end_initial_events() noexcept { has_begun_ = true; }

  [[nodiscard]] const Objects& objects() const noexcept { return objects_; }

 private:
  void apply(const json& event) {
    const std::string& type = event.at("type").get_ref<const std::string&>();
    const json& object = event.at("object");
    const std::string key = fmt::format("{}/{}", resource_.path, object.at("metadata").at("name").get<std::string>());
    require(version_of(object) > last_version_ || is_initial(type), "events of a watch are in order", event.dump());
    last_version_ = std::max(last_version_, version_of(object));
    if (type == "DELETED") {
      require(objects_.erase(key) == 1, "a watch deletes what it has added", event.dump());
    } else {
      require(objects_.contains(key) == (type == "MODIFIED"), "a watch adds once, then modifies", event.dump());
      objects_.insert_or_assign(key, object);
    }
  }

  [[nodiscard]] bool is_initial(std::string_view type) const { return type == "ADDED" && !has_begun_; }

 private:
  Resource resource_;
  std::unique_ptr<serve::Stream> stream_;
  Objects objects_;
  std::uint64_t last_version_ = 0;
  bool has_begun_ = false;
};

/// A server with its watchers, and what must hold of it after each request.
class CheckedServer {
 public:
  CheckedServer() {
    for (const Resource& resource : resources) {
      watchers_.emplace_back(session_, resource);
      watchers_.back().catch_up();
      watchers_.back().end_initial_events();
    }
    check();
  }

  serve::Response ask(serve::Request request, bool is_dry_run) {
    if (is_dry_run) request.target += "?dryRun=All";
    const Objects before = objects_;
    serve::Response response = serve::answer(session_, request);
    check();
    const bool may_change = response.status < 400 && !is_dry_run;
    if (!may_change) {
      require(objects_ == before, "a refused request and a dry run change nothing", request.target + response.body);
    }
    return response;
  }

  void advance(sim::Duration time) {
    session_.simulation.advance_to(session_.simulation.elapsed() + time);
    check();
  }

  [[nodiscard]] const json* find(const std::string& key) const {
    const auto found = objects_.find(key);
    return found == objects_.end() ? nullptr : &found->second;
  }

 private:
  void check() {
    Objects listed;
    for (std::size_t index = 0; index < resources.size(); ++index) {
      const Objects of_resource = list(resources.at(index));
      watchers_.at(index).catch_up();
      require(watchers_.at(index).objects() == of_resource, "a list equals the watch",
              json(watchers_.at(index).objects()).dump() + "\n" + json(of_resource).dump());
      listed.insert(of_resource.begin(), of_resource.end());
    }
    for (const auto& [key, object] : listed) {
      const json* before = find(key);
      if (before == nullptr || before->at("metadata").at("uid") != object.at("metadata").at("uid")) continue;
      const bool has_changed = *before != object;
      require(has_changed ? version_of(object) > version_of(*before) : version_of(object) == version_of(*before),
              "versions grow with each change", object.dump());
    }
    objects_ = std::move(listed);
  }

  Objects list(const Resource& resource) {
    const serve::Response response = serve::answer(session_, {.method = "GET", .target = std::string{resource.path}});
    const json body = json::parse(response.body);
    require(version_of(body) >= list_version_, "versions of lists only grow", response.body);
    list_version_ = version_of(body);
    Objects result;
    for (json object : body.at("items")) {
      // A list's items have neither, and the events of a watch have both.
      object["kind"] = resource.kind;
      object["apiVersion"] = resource.api_version;
      result.emplace(fmt::format("{}/{}", resource.path, object.at("metadata").at("name").get<std::string>()),
                     std::move(object));
    }
    return result;
  }

  serve::Session session_{running_pod(), 0};
  std::vector<Watcher> watchers_;
  Objects objects_;
  std::uint64_t list_version_ = 0;
};

/// Performs the requests that the choices make, and checks their answers.
class RequestHistory {
 public:
  explicit RequestHistory(std::string_view input) : bytes_{input} {}

  void run() {
    constexpr int max_requests = 40;
    for (int request = 0; request < max_requests && !bytes_.used_up(); ++request) {
      name_ = std::string(1, static_cast<char>('a' + bytes_.below(3)));
      resource_ = resources.at(bytes_.below(resources.size()));
      key_ = fmt::format("{}/{}", resource_.path, name_);
      is_dry_run_ = bytes_.below(8) == 0;
      perform(bytes_.below(8));
    }
  }

 private:
  void perform(std::size_t choice) {
    switch (choice) {
      case 0:
      case 1:
        return create();
      case 2:
        return replace();
      case 3:
        return patch("application/merge-patch+json", merge_patch().dump());
      case 4:
        return patch("application/json-patch+json", json_patch().dump());
      case 5:
        return apply();
      case 6:
        return remove();
      default:
        server_.advance(std::chrono::milliseconds{300} * static_cast<int>(bytes_.below(40)));
    }
  }

  [[nodiscard]] json object() {
    json result{{"apiVersion", resource_.api_version}, {"kind", resource_.kind}, {"metadata", {{"name", name_}}}};
    result["metadata"]["labels"] = {{"app", std::to_string(bytes_.below(3))}};
    const json pod_spec{{"containers", {{{"name", "app"}, {"image", fmt::format("a:{}", bytes_.below(3))}}}}};
    if (resource_.kind == "Pod") result["spec"] = pod_spec;
    if (resource_.kind == "ConfigMap") result["data"] = {{"k", std::to_string(bytes_.below(3))}};
    if (resource_.kind == "Service") result["spec"] = {{"ports", {{{"port", 80 + bytes_.below(3)}}}}};
    if (resource_.kind != "Deployment") return result;
    result["spec"] = {{"replicas", bytes_.below(4)},
                      {"selector", {{"matchLabels", {{"app", "d"}}}}},
                      {"template", {{"metadata", {{"labels", {{"app", "d"}}}}}, {"spec", pod_spec}}}};
    return result;
  }

  void create() {
    const bool exists = server_.find(key_) != nullptr;
    const serve::Response response =
        server_.ask({.method = "POST", .target = std::string{resource_.path}, .body = object().dump()}, is_dry_run_);
    if (exists) require(response.status == 409, "no name is given twice", response.body);
    if (response.status < 400 && !is_dry_run_) check_stored(response);
  }

  void replace() {
    const json* stored = server_.find(key_);
    json wanted = stored != nullptr && bytes_.below(2) == 0 ? *stored : object();
    wanted["metadata"]["labels"]["edited"] = std::to_string(bytes_.below(4));
    const std::size_t version = bytes_.below(3);
    if (version == 0) wanted["metadata"].erase("resourceVersion");
    if (version == 1) wanted["metadata"]["resourceVersion"] = "1";
    const bool is_stale = stored != nullptr && version == 1 && version_of(*stored) != 1;
    const bool exists = stored != nullptr;
    const serve::Response response = server_.ask({.method = "PUT", .target = key_, .body = wanted.dump()}, is_dry_run_);
    if (!exists) require(response.status >= 400, "what does not exist is not replaced", response.body);
    if (is_stale) require(response.status >= 400, "an update of an old version is refused", response.body);
    if (response.status < 400 && !is_dry_run_) check_stored(response);
  }

  json merge_patch() {
    switch (bytes_.below(4)) {
      case 0:
        return {{"metadata", {{"labels", {{"app", std::to_string(bytes_.below(3))}}}}}};
      case 1:
        return {{"metadata", {{"finalizers", bytes_.below(2) == 0 ? json::array() : json{"example.com/hold"}}}}};
      case 2:
        return {{"metadata", {{"annotations", {{"note", nullptr}, {"other", "x"}}}}}};
      default:
        return {{"spec", {{"replicas", bytes_.below(5)}}}};
    }
  }

  json json_patch() {
    const json test{{"op", "test"}, {"path", "/metadata/name"}, {"value", bytes_.below(4) == 0 ? "z" : name_}};
    const json add{{"op", "add"}, {"path", "/metadata/labels/app"}, {"value", std::to_string(bytes_.below(3))}};
    const json remove{{"op", "remove"}, {"path", "/metadata/labels/edited"}};
    return bytes_.below(2) == 0 ? json{test, add} : json{test, remove};
  }

  void patch(std::string_view type, std::string body) {
    const bool exists = server_.find(key_) != nullptr;
    const serve::Response response = server_.ask(
        {.method = "PATCH", .target = key_, .content_type = std::string{type}, .body = std::move(body)}, is_dry_run_);
    if (!exists) require(response.status == 404, "what does not exist is not patched", response.body);
    if (response.status < 400 && !is_dry_run_) check_stored(response);
  }

  void apply() {
    const serve::Response response = server_.ask({.method = "PATCH",
                                                  .target = key_ + "?fieldManager=fuzz",
                                                  .content_type = "application/apply-patch+yaml",
                                                  .body = object().dump()},
                                                 false);
    if (response.status < 400) check_stored(response);
  }

  void remove() {
    const json* stored = server_.find(key_);
    json options{{"kind", "DeleteOptions"}, {"apiVersion", "v1"}};
    const std::size_t precondition = bytes_.below(4);
    if (precondition == 0) options["preconditions"]["uid"] = "another";
    if (precondition == 1) options["preconditions"]["resourceVersion"] = "1";
    if (bytes_.below(2) == 0) options["gracePeriodSeconds"] = bytes_.below(3);
    const bool exists = stored != nullptr;
    const bool is_held = exists && stored->at("metadata").contains("finalizers");
    const std::string uid = exists ? stored->at("metadata").at("uid").get<std::string>() : "";
    const bool is_refused = exists && (precondition == 0 || (precondition == 1 && version_of(*stored) != 1));
    const serve::Response response =
        server_.ask({.method = "DELETE", .target = key_, .body = options.dump()}, is_dry_run_);
    if (!exists) require(response.status == 404, "what does not exist is not deleted", response.body);
    if (is_refused) require(response.status == 409, "a deletion has preconditions", response.body);
    if (response.status >= 400 || is_dry_run_) return;
    const json* left = server_.find(key_);
    if (left == nullptr || left->at("metadata").at("uid") != uid) return;
    const bool may_stay = is_held || resource_.kind == "Pod";
    require(may_stay && left->at("metadata").contains("deletionTimestamp"), "what was deleted is gone", left->dump());
  }

  /// What the server answers is what it has stored.
  void check_stored(const serve::Response& response) {
    const json* stored = server_.find(key_);
    const json answered = json::parse(response.body);
    if (stored == nullptr) {
      // The last finalizer of an object that was deleted before.
      require(answered.at("metadata").contains("deletionTimestamp"), "what was written exists", response.body);
      return;
    }
    require(*stored == answered, "the answer is the stored object", response.body + "\n" + stored->dump());
  }

  Bytes bytes_;
  CheckedServer server_;
  std::string name_;
  Resource resource_{};
  std::string key_;
  bool is_dry_run_ = false;
};

void run_requests(std::string_view input) {
  RequestHistory{input}.run();
}

const AddedTarget added_histories{"histories", run_requests};

}  // namespace

}  // namespace podreel::fuzz
