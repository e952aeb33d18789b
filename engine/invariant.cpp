#include "engine/invariant.hpp"

#include <string>
#include <string_view>

namespace podreel {

namespace {

/// Returns the part of the file's path within the tree: texts are equal in every clone.
std::string_view path_in_tree(std::string_view path) {
  for (const std::string_view folder : {"/engine/", "/pleg/", "/runtime_fake/", "/scenarios/", "/tools/", "/tests/"}) {
    const std::size_t at = path.rfind(folder);
    if (at != std::string_view::npos) path.remove_prefix(at + 1);
  }
  return path;
}

}  // namespace

void fail_invariant(const char* file, int line, const char* condition, const char* sentence) {
  std::string text{path_in_tree(file)};
  text += ':' + std::to_string(line) + ": " + sentence + " (" + condition + ")";
  throw InvariantViolation{text};
}

}  // namespace podreel
