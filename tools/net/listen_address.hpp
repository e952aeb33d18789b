// Where a runtime listens: a socket in the file system, as kubelets want it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace podreel::cri {

/// The path of "unix:///run/podreel.sock", or what is wrong with the text.
struct ListenPath {
  std::string path;
  /// Empty if all is well.
  std::string problem;
};
[[nodiscard]] ListenPath listen_path_of(std::string_view address);

/// Why nobody can listen there: somebody does, or what is there is no socket, or its folder is missing; no value if
/// somebody can. A socket that nobody listens on is removed.
[[nodiscard]] std::optional<std::string> make_way(const std::string& path);

}  // namespace podreel::cri
