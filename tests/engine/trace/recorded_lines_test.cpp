// Every recorded line that is read into a record and written again is the same line.
#include <boost/describe/members.hpp>
#include <boost/mp11/algorithm.hpp>
#include <cmath>
#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "engine/trace/former_names.hpp"
#include "engine/trace/json_line.hpp"
#include "tests/support/conformance.hpp"
#include "tests/support/sample.hpp"

namespace podreel::trace {

namespace {

using nlohmann::json;

sim::Duration duration_of(double value, double nanoseconds_in_one) {
  return sim::Duration{std::llround(value * nanoseconds_in_one)};
}

std::string key_of(std::string_view member) {
  if (member == "field_path") return "fieldPath";
  if (member == "old_state") return "old";
  if (member == "new_state") return "new";
  if (member == "dur") return "dur_ms";
  if (member == "exit_code") return "exitCode";
  if (member == "for_time") return "for_s";
  return std::string{member};
}

template <class Value>
void read(const json& value, std::string_view /*key*/, Value& into) {
  into = value.get<Value>();
}
void read(const json& value, std::string_view key, sim::Duration& into) {
  into = duration_of(value.get<double>(), key == "dur_ms" ? 1e6 : 1e9);
}
template <class Value>
void read(const json& value, std::string_view key, std::optional<Value>& into) {
  if (!value.is_null()) read(value, key, into.emplace());
}
void read(const json&, std::string_view, std::shared_ptr<const nlohmann::ordered_json>&) {}

template <class Kind>
Kind record_of(const json& line) {
  Kind record;
  using Members = boost::describe::describe_members<Kind, boost::describe::mod_public>;
  boost::mp11::mp_for_each<Members>([&](auto member) {
    const auto found = line.find(key_of(member.name));
    if (found != line.end()) read(*found, found.key(), record.*decltype(member)::pointer);
  });
  return record;
}

json renamed(const json& line, const std::vector<std::pair<const char*, const char*>>& names) {
  json result = json::object();
  for (const auto& [from, to] : names) {
    if (line.contains(from)) result[to] = line[from];
  }
  return result;
}

template <>
Status record_of<Status>(const json& line) {
  json status = renamed(line, {{"containers", "containerStatuses"},
                               {"initContainers", "initContainerStatuses"},
                               {"ephemeralContainers", "ephemeralContainerStatuses"},
                               {"phase", "phase"},
                               {"reason", "reason"},
                               {"message", "message"},
                               {"podIP", "podIP"},
                               {"startTime", "startTime"}});
  status["conditions"] = json::array();
  for (const auto& [type, text] : line["conditions"].items()) {
    const std::string both = text.get<std::string>();
    json condition{{"type", type}, {"status", both.substr(0, both.find(':'))}};
    if (both.find(':') != std::string::npos) condition["reason"] = both.substr(both.find(':') + 1);
    status["conditions"].push_back(std::move(condition));
  }
  Status record;
  record.status = std::make_shared<const api::PodStatus>(api::pod_status_from_json(status));
  if (line.contains("deletionTimestamp")) {
    const json dated{{"phase", "Running"}, {"startTime", line["deletionTimestamp"]}};
    record.deletion_timestamp = api::pod_status_from_json(dated).start_time;
  }
  return record;
}

json with_current_names(json line) {
  use_current_names(line);
  return line;
}

std::optional<Payload> payload_of(const json& line) {
  const std::string kind = line["kind"];
  std::optional<Payload> payload;
  boost::mp11::mp_for_each<boost::mp11::mp_transform<std::type_identity, Payload>>([&](auto identity) {
    using Kind = typename decltype(identity)::type;
    if (kind == Kind::kind) payload = record_of<Kind>(line);
  });
  return payload;
}

struct Tally {
  std::size_t lines = 0;
  std::vector<std::string> differing;
};

void compare_file(const std::filesystem::path& file, Tally& tally) {
  std::ifstream in{file};
  for (std::string text; std::getline(in, text);) {
    const json line = with_current_names(json::parse(text));
    ++tally.lines;
    const std::optional<Payload> payload = payload_of(line);
    std::string written = "{}";
    if (payload) {
      written.clear();
      append_json_line(written, {sim::Time{duration_of(line["t"], 1e9)}, {}, *payload}, sim::Time{});
    }
    if (json::parse(written) != line)
      tally.differing.push_back(file.filename().string() + ": " + text + "\n" + written);
  }
}

}  // namespace

TEST_CASE("recorded lines survive reading and writing") {
  const auto folder = testing::conformance_folder();
  if (!folder) {
    MESSAGE("the recordings are not there: skipped");
    return;
  }
  Tally tally;
  testing::Sample sample{{.sanitized = 5}};
  for (const auto& entry : std::filesystem::recursive_directory_iterator{*folder / "timeline" / "recorded"}) {
    if (entry.path().extension() == ".jsonl" && sample.has_next()) compare_file(entry.path(), tally);
  }
  MESSAGE("lines compared: " << tally.lines);
  CHECK(tally.lines > 0);
  const std::string first = tally.differing.empty() ? std::string{} : tally.differing.front();
  CHECK_MESSAGE(tally.differing.empty(), first);
}

}  // namespace podreel::trace
