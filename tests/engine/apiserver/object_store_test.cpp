#include "engine/apiserver/object_store.hpp"

#include <doctest/doctest.h>

#include "engine/invariant.hpp"

namespace podreel::apiserver {

namespace {

using nlohmann::json;

json object(const std::string& uid, const std::string& owner = {}) {
  json made{{"metadata", {{"uid", uid}}}};
  if (!owner.empty()) made["metadata"]["ownerReferences"] = json::array({{{"uid", owner}}});
  return made;
}

}  // namespace

TEST_CASE("objects are known by key, by UID and by owner") {
  ObjectStore log;
  log.put({"sets", "a/s"}, object("1"));
  log.put({"pods", "a/p"}, object("2", "1"));
  CHECK(log.with_uid("2")->key == "a/p");
  CHECK(log.owned_by("1").contains(ObjectId{"pods", "a/p"}));
  log.put({"pods", "a/p"}, object("2"));
  CHECK(log.owned_by("1").empty());
  log.remove({"pods", "a/p"});
  CHECK(log.with_uid("2") == nullptr);
  CHECK(log.find("pods", "a/p") == nullptr);
}

TEST_CASE("pods are known by their controller, as they are now") {
  ObjectStore log;
  json pod = object("2", "1");
  log.put({"pods", "a/p"}, pod);
  CHECK(log.pods_controlled_by("1").empty());
  pod["metadata"]["ownerReferences"][0]["controller"] = true;
  log.put({"pods", "a/p"}, pod);
  log.put({"sets", "a/s"}, pod);
  pod["metadata"]["labels"] = {{"x", "y"}};
  log.put({"pods", "a/p"}, pod);
  const ObjectStore::Pods& pods = log.pods_controlled_by("1");
  REQUIRE(pods.size() == 1);
  CHECK(pods.at("a/p")->json->at("metadata").contains("labels"));
  log.remove({"pods", "a/p"});
  CHECK(log.pods_controlled_by("1").empty());
}

TEST_CASE("what says the same is no change") {
  ObjectStore log;
  log.put({"pods", "p"}, object("1"));
  const std::uint64_t version = log.version();
  log.put({"pods", "p"}, object("1"));
  CHECK(log.version() == version);
  CHECK(log.after(version) == nullptr);
}

TEST_CASE("the past is known as far as changes are") {
  ObjectStore log;
  log.put({"pods", "p"}, object("1"));
  const std::uint64_t then = log.version();
  log.put({"pods", "q"}, object("2"));
  log.put({"pods", "p"}, object("1", "0"));
  log.remove({"pods", "q"});
  const ObjectStore::Objects past = log.at("pods", then);
  CHECK(past.size() == 1);
  CHECK_FALSE(past.at("p").json->at("metadata").contains("ownerReferences"));
  CHECK(log.at("pods", then + 1).size() == 2);
}

TEST_CASE("who listens hears of every change") {
  ObjectStore log;
  std::vector<std::string> received;
  log.on_change(
      [&received](const ObjectChange& change) { received.push_back(std::string{change.type} + ' ' + change.id.key); });
  log.put({"pods", "p"}, object("1"));
  log.put({"pods", "p"}, object("1", "0"));
  log.remove({"pods", "p"});
  CHECK(received == std::vector<std::string>{"ADDED p", "MODIFIED p", "DELETED p"});
}

TEST_CASE("who listens may not change the store") {
  ObjectStore store;
  store.on_change([&store](const ObjectChange& change) { store.remove(change.id); });
  CHECK_THROWS_AS(store.put({"pods", "p"}, object("1")), InvariantViolation);
}

TEST_CASE("pods are printed from the first one on, or not at all") {
  ObjectStore store;
  store.pods().emplace("a/p", StoredObject{});
  CHECK_THROWS_AS(store.keep_history(), InvariantViolation);
}

TEST_CASE("a new spec is a new generation, and what has no finalizers any more goes") {
  ObjectStore store;
  json set{{"metadata", {{"namespace", "a"}, {"name", "s"}, {"finalizers", {"x/y"}}}}, {"spec", {{"replicas", 1}}}};
  store.create("sets", set, sim::Time{});
  set["spec"]["replicas"] = 2;
  store.update({"sets", "a/s"}, set);
  CHECK(store.find("sets", "a/s")->json->at("metadata").at("generation") == 2);
  store.request_removal({"sets", "a/s"}, Propagation::background, sim::Time{});
  REQUIRE(store.find("sets", "a/s") != nullptr);
  CHECK(is_deleted(*store.find("sets", "a/s")->json));
  set["metadata"].erase("finalizers");
  store.update({"sets", "a/s"}, set);
  CHECK(store.find("sets", "a/s") == nullptr);
}

TEST_CASE("a history is forgotten up to a version, and no earlier state is known any more") {
  ObjectStore store;
  for (const char* uid : {"1", "2", "3"}) store.put({"configmaps", "a/c"}, object(uid));
  const std::uint64_t last = store.version();
  store.forget_history(last - 1);
  CHECK(store.oldest_version() == last - 1);
  REQUIRE(store.after(last - 1) != nullptr);
  CHECK(store.after(last - 1)->version == last);
  CHECK(store.at("configmaps", last - 1).at("a/c").json->at("metadata").at("uid") == "2");
  store.forget_history(0);
  CHECK(store.oldest_version() == last - 1);
}

TEST_CASE("versions that continue those of another history are greater, and that history is not known") {
  ObjectStore store;
  store.put({"configmaps", "a/c"}, object("1"));
  store.continue_versions(100);
  CHECK(store.version() == 101);
  CHECK(store.oldest_version() == 101);
  CHECK(store.after(101) == nullptr);
  store.put({"configmaps", "a/c"}, object("2"));
  CHECK(store.version() == 102);
  REQUIRE(store.after(101) != nullptr);
  store.continue_versions(7);
  CHECK(store.version() == 103);
}

}  // namespace podreel::apiserver
