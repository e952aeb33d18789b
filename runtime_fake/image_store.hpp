// The node's images, and pulls.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/runtime.hpp"
#include "engine/sim/process.hpp"
#include "runtime_fake/script.hpp"
#include "runtime_fake/scripted_chances.hpp"

namespace podreel::runtime_fake {

/// An image that the script does not name is always present, and pulling it takes no time.
class ImageStore {
 public:
  ImageStore(const sim::Process& process, timing::Timing& timing, const std::vector<ImageScript>& script,
             const std::optional<ImageFilesystemScript>& filesystem);

  /// No value: the image is not on the node.
  [[nodiscard]] std::optional<runtime::ImageStatus> status(std::string_view image);
  /// On this node or any other.
  [[nodiscard]] const memory::Text& id_of(std::string_view image);

  struct Pull {
    /// Pulls of one image go one after the other: when this one ends.
    sim::Time ends_at{};
    std::optional<std::string> error;
  };
  /// Decides how a pull that begins now ends; `finish` it then.
  [[nodiscard]] Pull begin_pull(std::string_view image);
  /// A pull that did not fail has ended.
  void finish_pull(std::string_view image);

  /// State of an image after its pulls.
  struct Pulled {
    std::string name;
    bool present = false;
    std::uint32_t failed_pulls = 0;
    /// When the pulls under way end, and when one of them has brought the image.
    sim::Time busy_until{};
    std::optional<sim::Time> arrives_at;
  };
  [[nodiscard]] std::vector<Pulled> pulled() const;
  /// Adds an image of the same script; it is busy until the last of its pulls ends.
  void add(const Pulled& pulled);

  /// Those that are on the node and can be removed, by name.
  [[nodiscard]] std::vector<runtime::ImageSummary> removable() const;
  void remove(std::string_view image);
  [[nodiscard]] std::optional<runtime::FilesystemUsage> usage() const;
  /// Images that the script names and that are on the node.
  [[nodiscard]] std::int64_t size_bytes() const;

 private:
  struct Image {
    const ImageScript* script = nullptr;
    bool present = true;
    std::uint32_t failed_pulls = 0;
    sim::Time busy_until{};
    std::optional<sim::Time> arrives_at{};
  };

  const sim::Process& process_;
  ScriptedChances chances_;
  std::optional<ImageFilesystemScript> filesystem_;
  std::map<std::string, Image, std::less<>> images_;
  /// By image, as far as anything has used it.
  std::map<std::string, memory::Text, std::less<>> ids_;
};

}  // namespace podreel::runtime_fake
