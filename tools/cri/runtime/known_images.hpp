// Images by name and by id: clients ask by either.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime_fake/script.hpp"

namespace podreel::cri {

/// Those of the script, and those that somebody has asked for: an image that the scenario does not name is on the node.
class KnownImages {
 public:
  explicit KnownImages(const std::vector<runtime_fake::ImageScript>& script);

  /// The name of what is called so: one that nobody knows is a name, and an id that nobody knows is that of no image.
  [[nodiscard]] std::optional<std::string> name_of(std::string_view name_or_id) const;
  /// Somebody has it on the node now.
  void note(const std::string& name);
  void forget(const std::string& name);

  struct Known {
    bool is_scripted = false;
    bool is_noted = false;
  };
  [[nodiscard]] const std::map<std::string, Known, std::less<>>& all() const noexcept { return images_; }

 private:
  std::map<std::string, Known, std::less<>> images_;
  std::map<std::string, std::string, std::less<>> names_by_id_;
};

}  // namespace podreel::cri
