// Listen addresses of runtimes: sockets in the file system, as kubelets require.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace podreel::cri {

/// The path of "unix:///run/podreel.sock", or an error message.
struct ListenPath {
  std::string path;
  /// Error message; empty if the address is valid.
  std::string problem;
};
[[nodiscard]] ListenPath listen_path_of(std::string_view address);

/// Removes an unused socket, so that a server can listen on the path. Returns an error message if another process
/// listens there, if the file is not a socket, or if its folder does not exist; no value on success.
[[nodiscard]] std::optional<std::string> make_way(const std::string& path);

}  // namespace podreel::cri
