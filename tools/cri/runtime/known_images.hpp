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
  /// Records that an image was requested; returns false, without effect, if there is no memory for another name.
  bool note(const std::string& name);

  /// By name, with the memory of those that the script does not name.
  using Images = std::map<std::string, net::MemoryBudget::Charge, std::less<>>;
  [[nodiscard]] const Images& all() const noexcept { return images_; }

 private:
  net::MemoryBudget budget_;
  Images images_;
  std::map<std::string, std::string, std::less<>> names_by_id_;
};

}  // namespace podreel::cri
