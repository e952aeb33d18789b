// ConfigMaps and Secrets: what pods take their environment, files and credentials from.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace podreel::apiserver {

enum class ConfigKind : std::uint8_t { config_map, secret };

/// By "namespace/name": whether they are there, and what is in them. One of which nothing has been said is there and
/// has every key.
class ConfigObjects {
 public:
  /// Values by key.
  using Data = std::map<std::string, std::string, std::less<>>;

  /// One that nothing has been said of is not there yet.
  void expect(ConfigKind kind, const std::string& name);
  /// One that nothing has been said of is there, with every key.
  void assume(ConfigKind kind, const std::string& name);

  void put(ConfigKind kind, const std::string& name, Data data);
  void remove(ConfigKind kind, const std::string& name);

  /// Grows with every change.
  [[nodiscard]] std::uint64_t version() const noexcept { return version_; }

  [[nodiscard]] bool exists(ConfigKind kind, const std::string& name) const;
  /// It is there because nobody has said what is in it.
  [[nodiscard]] bool has_every_key(ConfigKind kind, const std::string& name) const;
  [[nodiscard]] bool has_key(ConfigKind kind, const std::string& name, std::string_view key) const;

  /// Identity of the object among others that had its name before or will have it.
  [[nodiscard]] std::uint64_t created_at(ConfigKind kind, const std::string& name) const;
  /// Null if it is not there, or has every key.
  [[nodiscard]] const Data* data(ConfigKind kind, const std::string& name) const;

  /// The version that the object was last put or removed with; 0 if nobody has.
  [[nodiscard]] std::uint64_t changed_at(ConfigKind kind, const std::string& name) const;

  friend bool operator==(const ConfigObjects&, const ConfigObjects&) = default;

 private:
  struct Object {
    bool exists = true;
    /// No value: every key.
    std::optional<Data> data{};
    std::uint64_t changed_at = 0;
    std::uint64_t created_at = 0;
    friend bool operator==(const Object&, const Object&) = default;
  };
  using Id = std::pair<ConfigKind, std::string>;

  std::map<Id, Object> known_;
  std::uint64_t version_ = 0;
};

}  // namespace podreel::apiserver
