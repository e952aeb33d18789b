// Hashes that a node's kubelet has stored with its containers.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "engine/api/cursor.hpp"
#include "engine/api/document.hpp"

namespace podreel::upgrade {

/// One container on a node.
struct ObservedContainer {
  std::uint64_t hash = 0;
  /// The instance with the highest number is the one that runs.
  int attempt = 0;
  std::string file;
  api::Mark mark;
};

/// Read from `crictl inspect`, `crictl ps -o json` or `docker inspect` JSON, or from lines of a container's id and its
/// hash ("4c8f2… 311670a"; ids may be cut short).
class ObservedNode {
 public:
  ObservedNode() = default;
  /// "-" is standard input. Appends what is wrong to `problems`.
  ObservedNode(const std::vector<std::string>& files, std::vector<api::Problem>& problems);

  /// The pod's containers that were observed, by name: by the labels that the kubelet gave them, or by the ids in the
  /// pod's status.
  [[nodiscard]] std::map<std::string, const ObservedContainer*> of(const nlohmann::json& pod) const;

  [[nodiscard]] std::size_t size() const noexcept { return by_label_.size() + by_id_.size(); }

 private:
  void read_table(const std::string& text, const std::string& file, std::vector<api::Problem>& problems);
  void read_row(std::string_view line, int number, const std::string& file, std::vector<api::Problem>& problems);
  void read_documents(const std::string& text, const std::string& file, std::vector<api::Problem>& problems);
  void read_entries(const api::Cursor& node, const std::string& path, const std::string& file,
                    std::vector<api::Problem>& problems);
  void read_entry(const api::Cursor& node, const std::string& path, const std::string& file,
                  std::vector<api::Problem>& problems);

  /// "namespace/pod/uid/container".
  std::map<std::string, ObservedContainer> by_label_;
  std::map<std::string, ObservedContainer, std::less<>> by_id_;
};

/// Why podreel computes something else than `stored` for a container of a kubelet of another release than said:
/// "1.28 and 1.29 compute it"; or that no release does.
[[nodiscard]] std::string releases_that_compute(std::uint64_t stored, const nlohmann::json& container);

}  // namespace podreel::upgrade
