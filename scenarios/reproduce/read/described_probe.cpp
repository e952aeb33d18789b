#include "scenarios/reproduce/read/described_probe.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>

#include "scenarios/reproduce/read/cells.hpp"

namespace podreel::reproduce {

namespace {

using nlohmann::json;

/// Returns a numeric port. A named one is 80, because describe does not print its number.
int port_of(std::string_view text) {
  const std::size_t colon = text.rfind(':');
  int port = 0;
  if (colon != std::string_view::npos) {
    const std::string_view digits = text.substr(colon + 1);
    std::from_chars(digits.data(), digits.data() + digits.size(), port);
  }
  return port > 0 && port < 65'536 ? port : 80;
}

json handler_of(std::string_view kind, std::string_view rest) {
  if (kind == "exec") {
    const std::size_t open = rest.find('[');
    std::string_view command = open == std::string_view::npos ? rest : rest.substr(open + 1);
    command = command.substr(0, command.find(']'));
    const std::string_view first = next_word(command);
    return {{"exec", {{"command", json::array({first.empty() ? "probe" : std::string{first}})}}}};
  }
  const std::string_view target = next_word(rest);
  if (kind == "tcp-socket") return {{"tcpSocket", {{"port", port_of(target)}}}};
  if (kind == "grpc") return {{"grpc", {{"port", port_of(target)}}}};
  const std::size_t scheme = target.find("://");
  std::string_view place = scheme == std::string_view::npos ? target : target.substr(scheme + 3);
  const std::size_t slash = place.find('/');
  json get{{"port", port_of(place.substr(0, slash))}};
  get["path"] = slash == std::string_view::npos ? "/" : std::string{place.substr(slash)};
  if (target.starts_with("https")) get["scheme"] = "HTTPS";
  return {{"httpGet", get}};
}

/// Sets "delay=3s" and other settings after the handler.
void set_number(std::string_view settings, std::string_view name, const char* field, json& probe) {
  const std::size_t at = settings.find(name);
  if (at == std::string_view::npos) return;
  const std::string_view digits = settings.substr(at + name.size());
  int value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  constexpr int maximum = 1'000'000;
  if (error == std::errc{} && value > 0 && value <= maximum) probe[field] = value;
}

}  // namespace

json described_probe(std::string_view text) {
  constexpr std::array<std::string_view, 4> kinds{"http-get", "exec", "tcp-socket", "grpc"};
  const std::size_t settings = text.find(" delay=");
  if (settings == std::string_view::npos) return nullptr;
  std::string_view handler = text.substr(0, settings);
  const std::string_view kind = next_word(handler);
  if (std::ranges::find(kinds, kind) == kinds.end()) return nullptr;
  json probe = handler_of(kind, trimmed(handler));
  text.remove_prefix(settings);
  set_number(text, " delay=", "initialDelaySeconds", probe);
  set_number(text, " timeout=", "timeoutSeconds", probe);
  set_number(text, " period=", "periodSeconds", probe);
  set_number(text, " #success=", "successThreshold", probe);
  set_number(text, " #failure=", "failureThreshold", probe);
  return probe;
}

}  // namespace podreel::reproduce
