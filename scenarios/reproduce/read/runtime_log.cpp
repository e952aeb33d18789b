#include "scenarios/reproduce/read/runtime_log.hpp"

#include <boost/regex.hpp>
#include <fmt/format.h>

#include "scenarios/reproduce/read/moment.hpp"

namespace podreel::reproduce {

namespace {

/// Removes one level of escapes.
std::string unescaped(const std::string& text) {
  std::string plain;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '\\' && at + 1 < text.size()) ++at;
    plain += text[at];
  }
  return plain;
}

}  // namespace

std::optional<LoggedLine> failed_runtime_call(std::string_view line, int number) {
  constexpr std::size_t max_length = 8'000;
  static const boost::regex entry{
      R"~(\btime="\d{4}-\d\d-\d\d[T ](\d\d:\d\d:\d\d[.\d]*)[^"]*" level=(?:error|fatal) msg="((?:[^"\\]|\\.)*)"(?:.* error="((?:[^"\\]|\\.)*)")?)~"};
  static const boost::regex call{
      R"(^(RunPodSandbox|StopPodSandbox|CreateContainer|StartContainer|StopContainer|PullImage)\b.*\bfailed\b)"};
  static const boost::regex container{R"(ContainerMetadata\{Name:([a-z0-9-]+),)"};
  const std::string searched{line.substr(0, max_length)};
  boost::smatch found;
  if (!boost::regex_search(searched, found, entry)) return std::nullopt;
  const std::string message = unescaped(found[2].str());
  boost::smatch failed;
  if (!found[3].matched || !boost::regex_search(message, failed, call)) return std::nullopt;
  SeenError error;
  error.line = number;
  error.at = parse_time_of_day(found[1].str()).value_or(sim::Duration{});
  error.action = failed[1];
  error.message = unescaped(found[3].str());
  LoggedLine logged{.pod = {.name = {}}};
  if (auto pod = pod_named_in(message)) logged.pod = *std::move(pod);
  boost::smatch named;
  if (boost::regex_search(message, named, container)) error.container = named[1];
  logged.text = {.line = number, .text = fmt::format("{}: {}", message, error.message), .is_problem = true};
  logged.errors.push_back(std::move(error));
  return logged;
}

}  // namespace podreel::reproduce
