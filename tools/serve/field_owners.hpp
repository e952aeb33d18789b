// Who has set which fields of which objects: what server-side apply goes by.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "engine/apiserver/object_store.hpp"
#include "tools/serve/field_set.hpp"

namespace podreel::server {

/// metav1.ManagedFieldsEntry: a manager by its name; one that applies is another one than one that updates.
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
  [[nodiscard]] std::vector<Conflict> conflicts(const apiserver::ObjectId& id, const nlohmann::json& live,
                                                const nlohmann::json& config, const FieldManager& manager) const;
  /// The object with it, and without what the manager applied before, applies no more, and nobody else has.
  [[nodiscard]] nlohmann::json applied(const apiserver::ObjectId& id, nlohmann::json live, const nlohmann::json& config,
                                       const FieldManager& manager) const;

  /// It was applied, at that time (RFC 3339): the fields are the manager's, and of others that say the same.
  void apply(const apiserver::ObjectId& id, const nlohmann::json& live, const nlohmann::json& config,
             const FieldManager& manager, const std::string& time);
  /// Another change: what is other than before is the manager's alone. What only its controllers say, the status, is
  /// that of who writes the subresource of this name.
  void update(const apiserver::ObjectId& id, const nlohmann::json& before, const nlohmann::json& after,
              const FieldManager& manager, const std::string& time);
  void forget(const apiserver::ObjectId& id) { owners_.erase(id); }

  /// metadata.managedFields of the object, all in this version; null if its fields are nobody's.
  [[nodiscard]] nlohmann::json managed_fields(const apiserver::ObjectId& id, std::string_view version) const;
  /// What a request says of them: one empty entry takes all owners away, and what is empty or cannot be read says
  /// nothing (apimachinery, managedfields/internal/fieldmanager.go, decodeLiveOrNew).
  void replace(const apiserver::ObjectId& id, const nlohmann::json& managed_fields);

 private:
  struct Owned {
    FieldSet fields{};
    /// Of the manager's last change.
    std::string time{};
  };
  using Owners = std::map<FieldManager, Owned>;

  static void unite_oldest(Owners& owners);
  [[nodiscard]] static std::optional<FieldPath> lost_item(const FieldPath& field, const FieldSet& now,
                                                          const Owners& owners, const FieldManager& manager);

  std::map<apiserver::ObjectId, Owners> owners_;
};

}  // namespace podreel::server
