// The objects of an API server by version, and how they came to be as they are.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "engine/api/pod.hpp"

namespace podreel::server {

struct LoggedObject {
  std::shared_ptr<const nlohmann::json> json{};
  /// Of pods.
  api::PodPtr pod{};
};

struct LoggedChange {
  std::uint64_t version = 0;
  /// "pods", "events" …
  std::string resource{};
  /// "ADDED", "MODIFIED" or "DELETED".
  std::string_view type{};
  LoggedObject object{};
  /// As it was before; null if it is new.
  std::shared_ptr<const nlohmann::json> before{};
};

class ObjectLog {
 public:
  using Objects = std::map<std::string, LoggedObject, std::less<>>;

  /// `key`: "namespace/name", or the name of what has no namespace. Gives the object its metadata.resourceVersion;
  /// without effect if nothing else of it changes.
  void put(const std::string& resource, const std::string& key, nlohmann::json object, api::PodPtr pod = nullptr);
  void remove(const std::string& resource, const std::string& key);

  /// By key.
  [[nodiscard]] const Objects& all(std::string_view resource) const;
  /// Null: there is none.
  [[nodiscard]] const LoggedObject* find(std::string_view resource, std::string_view key) const;

  [[nodiscard]] std::uint64_t version() const noexcept { return version_; }
  /// Changes after an older version are not known any more.
  [[nodiscard]] std::uint64_t oldest_version() const noexcept { return oldest_; }
  /// The next change after that version, which is at least oldest_version(); null: none yet.
  [[nodiscard]] const LoggedChange* after(std::uint64_t version) const;

 private:
  void log(LoggedChange change);

  std::map<std::string, Objects, std::less<>> objects_;
  std::deque<LoggedChange> changes_;
  std::uint64_t version_ = 1;
  std::uint64_t oldest_ = 1;
};

}  // namespace podreel::server
