// Who has set which fields of which objects: what server-side apply goes by.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "scenarios/controllers/object_log.hpp"
#include "tools/server/field_set.hpp"

namespace podreel::server {

/// A manager by its name; one that applies is another one than one that updates.
struct FieldManager {
  std::string name{};
  bool applies = false;
  std::string subresource{};
  friend auto operator<=>(const FieldManager&, const FieldManager&) = default;
};

/// sigs.k8s.io/structured-merge-diff, as far as users' requests go: what controllers write has no owner.
class FieldOwners {
 public:
  struct Conflict {
    FieldManager manager;
    FieldPath field;
  };

  /// What is in the way of applying this to an object (null: there is none): fields of others that would change.
  [[nodiscard]] std::vector<Conflict> conflicts(const controllers::ObjectId& id, const nlohmann::json& live,
                                                const nlohmann::json& config, const FieldManager& manager) const;
  /// The object with it, and without what the manager applied before, applies no more, and nobody else has.
  [[nodiscard]] nlohmann::json applied(const controllers::ObjectId& id, nlohmann::json live,
                                       const nlohmann::json& config, const FieldManager& manager) const;

  /// It was applied: the fields are the manager's, and of others that say the same.
  void apply(const controllers::ObjectId& id, const nlohmann::json& live, const nlohmann::json& config,
             const FieldManager& manager);
  /// Another change: what is other than before is the manager's alone.
  void update(const controllers::ObjectId& id, const nlohmann::json& before, const nlohmann::json& after,
              const FieldManager& manager);
  void forget(const controllers::ObjectId& id) { owners_.erase(id); }

 private:
  using Owned = std::map<FieldManager, FieldSet>;
  std::map<controllers::ObjectId, Owned> owners_;
};

}  // namespace podreel::server
