// Warnings about a dump, one for each kind.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "engine/api/document.hpp"

namespace podreel::fleet {

enum class Remark : std::uint8_t {
  pods_deleted,
  pods_finished,
  pods_not_selected,
  pods_not_ready,
  pods_waiting,
  pods_on_no_node_of_dump,
  pods_static,
  pods_of_stateful_sets,
  pods_of_other_controllers,
  pods_with_unknown_fields,
  nodes_not_ready,
  nodes_of_vendors,
  nodes_of_unknown_patches,
  budgets_of_v1beta1,
  other_objects,
};

/// Counts remarks, and keeps the position of the first of each kind.
class Remarks {
 public:
  /// `where` is the position of the object and, in its message, its name.
  void add(Remark remark, const api::Problem& where, std::size_t times = 1);
  /// Returns one warning for each kind.
  [[nodiscard]] std::vector<api::Problem> to_problems() const;

 private:
  struct Counted {
    api::Problem first;
    std::size_t count = 0;
  };
  std::map<Remark, Counted> counted_;
};

}  // namespace podreel::fleet
