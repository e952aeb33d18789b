// Selectors of labels as kubectl's --selector takes them.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace podreel::cli {

/// "team=core,tier!=lab,upgrade,!slow": all of them hold.
class LabelQuery {
 public:
  /// Throws BadInput, which names --selector. Empty: everything fits.
  explicit LabelQuery(const std::string& text);

  [[nodiscard]] bool fits(const std::map<std::string, std::string>& labels) const;

 private:
  enum class Relation { equal, unequal, present, absent };
  struct Requirement {
    std::string label;
    Relation relation;
    std::string value;
  };

  std::vector<Requirement> requirements_;
};

}  // namespace podreel::cli
