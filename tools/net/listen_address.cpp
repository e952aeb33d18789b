#include "tools/net/listen_address.hpp"

#include <cerrno>
#include <cstring>
#include <fmt/format.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

namespace podreel::cri {

namespace {

constexpr std::string_view scheme = "unix://";
/// Maximum length of a path; sun_path ends in a zero byte.
constexpr std::size_t max_path_length = sizeof(sockaddr_un::sun_path) - 1;

bool somebody_listens(const std::string& path) {
  const int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (descriptor < 0) return false;
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  path.copy(address.sun_path, max_path_length);
  const int failed = connect(descriptor, reinterpret_cast<const sockaddr*>(&address), sizeof address);
  close(descriptor);
  return failed == 0;
}

}  // namespace

ListenPath listen_path_of(std::string_view address) {
  constexpr std::string_view accepted =
      "accepted: unix:// and the absolute path of a socket, such as unix:///run/podreel.sock";
  if (!address.starts_with(scheme)) return {{}, fmt::format("found \"{}\"; {}", address, accepted)};
  const std::string path{address.substr(scheme.size())};
  if (!path.starts_with('/') || path.ends_with('/') || path.find('\0') != std::string::npos) {
    return {{}, fmt::format("found \"{}\"; {}", address, accepted)};
  }
  if (path.size() > max_path_length) {
    return {{},
            fmt::format("the path of the socket is too long: found {1} bytes; accepted: at most {0} bytes",
                        max_path_length, path.size())};
  }
  return {path, {}};
}

std::optional<std::string> make_way(const std::string& path) {
  struct stat found {};
  const std::string folder = path.substr(0, path.rfind('/') + 1);
  if (stat(folder.c_str(), &found) != 0 || !S_ISDIR(found.st_mode))
    return fmt::format("the folder '{}' does not exist", folder);
  if (lstat(path.c_str(), &found) != 0) return std::nullopt;
  if (!S_ISSOCK(found.st_mode)) return fmt::format("'{}' exists, but is not a socket; name another path", path);
  if (somebody_listens(path)) return fmt::format("another process already listens on '{}'; name another path", path);
  if (unlink(path.c_str()) == 0) return std::nullopt;
  return fmt::format("cannot remove the unused socket '{}': {}", path, std::strerror(errno));
}

}  // namespace podreel::cri
