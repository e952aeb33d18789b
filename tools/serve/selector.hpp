// Which objects of a list are asked for.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace podreel::server {

/// By namespace, labels and fields.
class Selector {
 public:
  /// Empty: those of all namespaces.
  void in_namespace(std::string name) { namespace_ = std::move(name); }
  /// "metadata.name=web,status.phase!=Running"; throws StatusError where it is malformed, or names another field than
  /// these.
  void add_fields(std::string_view text, std::span<const std::string_view> known);
  void add_name(const std::string& name) { requirements_.push_back({"metadata.name", false, false, {name}}); }
  /// "app=web,tier!=db,env in (a,b),env notin (c),canary,!old"; throws StatusError where it is malformed.
  void add_labels(std::string_view text);

  [[nodiscard]] bool matches(const nlohmann::json& object) const;

 private:
  struct Requirement {
    /// A path of a field, or the key of a label.
    std::string name;
    bool is_label = false;
    /// Negated: none of the values, which what is not there has not either.
    bool is_negated = false;
    /// Empty: it is there.
    std::set<std::string, std::less<>> values;
  };

  void add_label(std::string_view text);

  std::string namespace_;
  std::vector<Requirement> requirements_;
};

}  // namespace podreel::server
