// The objects of an API server by version, and how they came to be as they are.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/api/pod.hpp"

namespace podreel::controllers {

struct LoggedObject {
  std::shared_ptr<const nlohmann::json> json{};
  /// Of pods.
  api::PodPtr pod{};
};

/// "pods" and "default/web"; the key of what has no namespace is its name.
struct ObjectId {
  std::string resource{};
  std::string key{};
  friend auto operator<=>(const ObjectId&, const ObjectId&) = default;
};

struct LoggedChange {
  std::uint64_t version = 0;
  ObjectId id{};
  /// "ADDED", "MODIFIED" or "DELETED".
  std::string_view type{};
  LoggedObject object{};
  /// As it was before; its JSON is null if it is new.
  LoggedObject before{};
};

class ObjectLog {
 public:
  using Objects = std::map<std::string, LoggedObject, std::less<>>;
  /// By key, as they are now.
  using Pods = std::map<std::string, const LoggedObject*, std::less<>>;

  ObjectLog() = default;
  ~ObjectLog() = default;
  ObjectLog(const ObjectLog&) = delete;
  ObjectLog& operator=(const ObjectLog&) = delete;

  /// Gives the object its metadata.resourceVersion; without effect if nothing else of it changes.
  void put(const ObjectId& id, nlohmann::json object, api::PodPtr pod = nullptr);
  void remove(const ObjectId& id);

  /// Called after every change; they must not change anything themselves.
  void on_change(std::function<void(const LoggedChange&)> listener) { listeners_.push_back(std::move(listener)); }

  /// Objects that name this UID among their owners.
  [[nodiscard]] const std::set<ObjectId>& owned_by(std::string_view uid) const;
  /// Whose controller has this UID.
  [[nodiscard]] const Pods& pods_controlled_by(std::string_view uid) const;
  /// Null: no object has this UID.
  [[nodiscard]] const ObjectId* with_uid(std::string_view uid) const;

  /// By key.
  [[nodiscard]] const Objects& all(std::string_view resource) const;
  /// Null: there is none.
  [[nodiscard]] const LoggedObject* find(std::string_view resource, std::string_view key) const;

  /// All that has this namespace.
  [[nodiscard]] std::vector<ObjectId> in_namespace(std::string_view name) const;

  /// As they were at that version, which is at least oldest_version().
  [[nodiscard]] Objects at(std::string_view resource, std::uint64_t version) const;

  [[nodiscard]] std::uint64_t version() const noexcept { return version_; }
  /// Changes after an older version are not known any more.
  [[nodiscard]] std::uint64_t oldest_version() const noexcept { return oldest_; }
  /// The next change after that version, which is at least oldest_version(); null: none yet.
  [[nodiscard]] const LoggedChange* after(std::uint64_t version) const;

 private:
  void log(LoggedChange change);
  /// Of what is gone, and of what is new.
  void forget_owners(const ObjectId& id, const nlohmann::json& object);
  void learn_owners(const ObjectId& id, const LoggedObject& object);

  std::map<std::string, Objects, std::less<>> objects_;
  std::map<std::string, std::set<ObjectId>, std::less<>> owned_;
  std::map<std::string, Pods, std::less<>> controlled_;
  std::map<std::string, ObjectId, std::less<>> by_uid_;
  std::vector<std::function<void(const LoggedChange&)>> listeners_;
  std::deque<LoggedChange> changes_;
  std::uint64_t version_ = 1;
  std::uint64_t oldest_ = 1;
};

}  // namespace podreel::controllers
