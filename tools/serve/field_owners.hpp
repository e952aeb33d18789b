// Field managers of objects, for server-side apply.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "engine/apiserver/object_store.hpp"
#include "tools/serve/field_set.hpp"

namespace podreel::serve {

/// A manager of metav1.ManagedFieldsEntry; a manager that applies differs from one of the same name that updates.
struct FieldManager {
  std::string name{};
  bool applies = false;
  std::string subresource{};
  friend auto operator<=>(const FieldManager&, const FieldManager&) = default;
};

/// Field ownership as in sigs.k8s.io/structured-merge-diff, for users' requests; fields that controllers write have no
/// owner.
class FieldOwners {
 public:
  struct Conflict {
    FieldManager manager;
    FieldPath field;
  };

  /// Returns the conflicts of an apply to an object (null: it does not exist): fields of other managers that would
  /// change.
  [[nodiscard]] std::vector<Conflict> conflicts(const apiserver::ObjectId& id, const nlohmann::json& live,
                                                const nlohmann::json& config, const FieldManager& manager) const;
  /// Returns the object with the configuration, without fields that the manager no longer applies and nobody else owns.
  [[nodiscard]] nlohmann::json applied(const apiserver::ObjectId& id, nlohmann::json live, const nlohmann::json& config,
                                       const FieldManager& manager) const;

  /// Records an apply at that time (RFC 3339): the manager owns the fields, shared with managers that set the same
  /// values.
  void apply(const apiserver::ObjectId& id, const nlohmann::json& live, const nlohmann::json& config,
             const FieldManager& manager, const std::string& time);
  /// Records an update: the manager becomes the only owner of changed fields. The status belongs to the manager that
  /// writes the subresource.
  void update(const apiserver::ObjectId& id, const nlohmann::json& before, const nlohmann::json& after,
              const FieldManager& manager, const std::string& time);
  void forget(const apiserver::ObjectId& id) { owners_.erase(id); }

  /// Returns metadata.managedFields of the object in this version; null if its fields have no owners.
  [[nodiscard]] nlohmann::json managed_fields(const apiserver::ObjectId& id, std::string_view version) const;
  /// Replaces the owners by those of a request: one empty entry removes all owners, and empty or invalid fields are
  /// ignored (apimachinery, managedfields/internal/fieldmanager.go, decodeLiveOrNew).
  void replace(const apiserver::ObjectId& id, const nlohmann::json& managed_fields);

 private:
  struct Owned {
    FieldSet fields{};
    /// Time of the manager's last change.
    std::string time{};
  };
  using Owners = std::map<FieldManager, Owned>;

  static void unite_oldest(Owners& owners);
  [[nodiscard]] static std::optional<FieldPath> lost_item(const FieldPath& field, const FieldSet& now,
                                                          const Owners& owners, const FieldManager& manager);

  std::map<apiserver::ObjectId, Owners> owners_;
};

}  // namespace podreel::serve
