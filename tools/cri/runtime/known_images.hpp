// Images by name and by id.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime_fake/script.hpp"
#include "tools/net/memory_budget.hpp"

namespace podreel::cri {

/// The images of the script, and requested ones: an image that the scenario does not name is on the node.
class KnownImages {
 public:
  explicit KnownImages(const std::vector<runtime_fake::ImageScript>& script,
                       net::MemoryBudget budget = net::MemoryBudget{});

  /// Returns the name of an image. An unknown text is a name; an unknown id has no image (no value).
  [[nodiscard]] std::optional<std::string> name_of(std::string_view name_or_id) const;
  /// Records that an image is on the node; returns false, without effect, if there is no memory for another name.
  bool note(const std::string& name);
  void forget(const std::string& name);

  struct Known {
    bool is_scripted = false;
    bool is_noted = false;
    net::MemoryBudget::Charge charge{};
  };
  [[nodiscard]] const std::map<std::string, Known, std::less<>>& all() const noexcept { return images_; }

 private:
  net::MemoryBudget budget_;
  std::map<std::string, Known, std::less<>> images_;
  std::map<std::string, std::string, std::less<>> names_by_id_;
};

}  // namespace podreel::cri
