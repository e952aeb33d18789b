#include "scenarios/reproduce/read/refusals.hpp"

#include "scenarios/reproduce/read/cells.hpp"

namespace podreel::reproduce {

namespace {

/// Returns the text of the next quotes after `at`.
std::string quoted(std::string_view line, std::size_t at) {
  const std::string_view rest = line.substr(line.find('"', at) + 1);
  return std::string{rest.substr(0, rest.find('"'))};
}

}  // namespace

std::optional<RefusedLog> refused_log(std::string_view line) {
  constexpr std::string_view words = "is waiting to start: ";
  const std::size_t reason = line.find(words);
  const std::size_t container = line.find("container \"");
  const std::size_t pod = line.find("in pod \"");
  if (reason == std::string_view::npos || container > pod || pod > reason) return std::nullopt;
  return RefusedLog{.pod = quoted(line, pod),
                    .container = quoted(line, container),
                    .reason = std::string{trimmed(line.substr(reason + words.size()))}};
}

std::string missing_pod(std::string_view line) {
  const std::size_t at = line.find("(NotFound): pods \"");
  return at == std::string_view::npos ? std::string{} : quoted(line, at);
}

}  // namespace podreel::reproduce
