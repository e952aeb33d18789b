// A text that acts on terminals, pages and formats, in every field that takes a text, over everything that podreel
// writes.
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "engine/api/document.hpp"
#include "engine/types/catalogue.hpp"
#include "scenarios/format/load.hpp"
#include "scenarios/format/schema.hpp"
#include "tests/fuzz/memory_file.hpp"
#include "tests/support/leaf_fields.hpp"
#include "tests/support/sample.hpp"
#include "tests/support/schema_samples.hpp"
#include "tests/support/scratch_folder.hpp"
#include "tools/cli/command/command_line.hpp"

namespace podreel::testing {

namespace {

using nlohmann::json;

/// Ends a script, a comment, an attribute, a section and a line; colours, moves, reorders; is no character.
constexpr const char* hostile =
    "x</script><!--<img src=x onerror=alert(1)>\"'`&amp;]]>\x1b[31m\xC2\x9B\xE2\x80\xA8\xE2\x80\xAE\xEF\xBF\xBE\x7F\n"
    "not ok 99 - injected\n# ---\n%s{}";

struct Written {
  cli::ExitCode exit_code{};
  std::string out;
  std::string err;
};

Written run_verb(const std::vector<std::string>& arguments) {
  std::ostringstream out;
  std::ostringstream err;
  cli::Context context{.out = out, .diagnostics = err, .out_terminal = {}, .diagnostics_terminal = {}};
  const cli::ExitCode exit_code = cli::run_command_line(arguments, context);
  return {exit_code, out.str(), err.str()};
}

std::string file_text(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream{path}.rdbuf();
  return text.str();
}

bool has_part(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

/// Returns the characters in `text` that act on a terminal.
std::string acts_in(const std::string& text) {
  for (const std::string part : {"\x1b", "\xC2\x9B", "\xE2\x80\xA8", "\xE2\x80\xAE", "\xEF\xBF\xBE", "\x7F"}) {
    if (has_part(text, part)) return "has " + json(part).dump(-1, ' ', true);
  }
  return has_part(text, "\nnot ok 99") ? "has a line of its own" : "";
}

/// As JSON in which what a reader of text refuses is escaped.
template <class Json>
std::string escaped_json(const Json& value) {
  return value.dump(-1, ' ', true);
}

std::size_t occurrences(std::string_view text, std::string_view part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

void check_lines_of_json(const std::string& text) {
  std::istringstream lines{text};
  for (std::string line; std::getline(lines, line);) CHECK(json::accept(line));
}

void check_form(const std::string& form, const std::string& text) {
  CAPTURE(form);
  CHECK(acts_in(text) == "");
  if (form == "json" || form == "sarif") CHECK(json::accept(text));
  if (form == "jsonl") check_lines_of_json(text);
  if (form == "yaml") CHECK(api::load_documents(text, "answer.yaml").problems.empty());
}

/// Between the tags of the page's data nothing opens or closes a tag, and the data are JSON.
void check_page(const std::string& page) {
  constexpr std::string_view opening = R"(<script type="application/json" id="podreel-data">)";
  const std::size_t begin = page.find(opening);
  REQUIRE(begin != std::string::npos);
  const std::size_t end = page.find("</script>", begin);
  const std::string data = page.substr(begin + opening.size(), end - begin - opening.size());
  CHECK(json::accept(data));
  CHECK_FALSE(has_part(data, "<"));
  CHECK(acts_in(page) == "");
  CHECK_FALSE(has_part(page.substr(end), "onerror=alert"));
  CHECK_FALSE(has_part(page.substr(0, begin), "onerror=alert"));
}

void check_xml(const std::string& xml) {
  CHECK(acts_in(xml) == "");
  for (const std::string_view part : {"</script", "<!--", "<img", "]]>"}) CHECK_FALSE(has_part(xml, part));
}

/// Everything that comes of a scenario.
void check_scenario(const std::string& text, const ScratchFolder& folder) {
  CAPTURE(text);
  const fuzz::MemoryFile file{text};
  for (const std::string form : {"table", "wide", "json", "yaml", "jsonl"}) {
    const Written answer =
        run_verb({"run", file.path(), "-o", form, "--until", "8s", "--explain", "--trace-out", folder / "trace.json"});
    CHECK(acts_in(answer.err) == "");
    check_form(form, answer.out);
  }
  CHECK(acts_in(run_verb({"run", file.path(), "--until", "8s", "--watch"}).out) == "");
  const std::string trace = file_text(folder / "trace.json");
  CHECK(acts_in(trace) == "");
  CHECK(json::accept(trace));
  const Written tested = run_verb({"test", file.path(), "--all", "--tap", "--junit", folder / "junit.xml"});
  CHECK(acts_in(tested.out + tested.err) == "");
  check_xml(file_text(folder / "junit.xml"));
  run_verb({"report", file.path(), "--until", "8s", "-o", folder / "page.html"});
  check_page(file_text(folder / "page.html"));
}

bool loads(const nlohmann::ordered_json& document) {
  const format::Loaded loaded = format::load_scenarios(api::load_documents(escaped_json(document), "s.json"), "s.json");
  return loaded.problems.empty() && loaded.scenarios.size() == 1;
}

/// A scenario with these pods, whose expectation does not hold.
json scenario_with_pods(const std::vector<json>& pods) {
  json scenario = json::parse(R"({"apiVersion": "podreel.dev/v1alpha1", "kind": "Scenario", "metadata": {"name": "s"},
    "spec": {"duration": "8s", "timeline": [], "expect": [{"event": {"reason": "Nothing"}, "count": 1}]}})");
  for (const json& pod : pods) scenario["spec"]["timeline"].push_back({{"at", "0s"}, {"createPod", pod}});
  return scenario;
}

/// A pod for every field that is a text, with a hostile one in it.
std::vector<json> hostile_pods() {
  const types::Type& type = types::v1_type(release::newest_release(), "Pod");
  std::vector<json> pods;
  Sample sample{{.sanitized = 8, .release = 2}};
  for (const LeafField& field : leaf_fields(type)) {
    if (field.kind != types::Kind::string || !sample.has_next()) continue;
    json pod = json::parse(R"({"apiVersion": "v1", "kind": "Pod", "metadata": {"namespace": "default"},
      "spec": {"containers": [{"name": "app", "image": "a:1"}]}})");
    pod["metadata"]["name"] = fmt::format("web-{}", pods.size());
    pods.push_back(with_value(std::move(pod), type, field.place, hostile));
  }
  return pods;
}

}  // namespace

TEST_CASE("a hostile text in any field of a scenario stays a text in all that is written of it") {
  const ScratchFolder folder;
  Sample sample{{.sanitized = 40}};
  std::vector<std::string> fields;
  for (const FieldSamples& field : field_samples(format::scenario_schema())) {
    for (std::size_t at = 0; at < field.documents.size(); ++at) {
      nlohmann::ordered_json document = field.documents[at];
      if (!document[field.places[at]].is_string()) break;
      document[field.places[at]] = hostile;
      if (!loads(document)) continue;
      if (!sample.has_next()) break;
      fields.push_back(field.name);
      check_scenario(escaped_json(document), folder);
      break;
    }
  }
  MESSAGE(fmt::format("{} fields: {}", fields.size(), fmt::join(fields, ", ")));
  CHECK(fields.size() > 20 / one_in({.sanitized = 40}));
}

TEST_CASE("a hostile text in any field of a pod stays a text in all that is written of it") {
  const ScratchFolder folder;
  std::vector<json> pods = hostile_pods();
  std::erase_if(pods, [](const json& pod) { return !loads(scenario_with_pods({pod})); });
  MESSAGE(fmt::format("{} pods", pods.size()));
  CHECK(pods.size() > 20);
  check_scenario(escaped_json(scenario_with_pods(pods)), folder);
}

TEST_CASE("a hostile text in any field of a pod stays a text in the answers of batch verbs") {
  std::string lines;
  Sample sample{{.sanitized = 4}};
  for (const json& pod : hostile_pods()) {
    if (!sample.has_next()) continue;
    const json& container = pod["spec"]["containers"][0];
    lines += escaped_json(json{{"id", hostile}, {"name", hostile}, {"pod", pod}, {"container", container}}) + '\n';
  }
  const fuzz::MemoryFile file{lines};
  const std::vector<std::vector<std::string>> verbs{{"decide"}, {"status"}, {"sync"}, {"hash"}, {"hash", "--static"}};
  for (const std::vector<std::string>& verb : verbs) {
    for (const std::string form : {"json", "yaml", "jsonl"}) {
      std::vector<std::string> arguments = verb;
      arguments.insert(arguments.end(), {"-f", file.path(), "-o", form});
      CAPTURE(verb.back());
      const Written answer = run_verb(arguments);
      CHECK(answer.out.size() > 1'000);
      CHECK(acts_in(answer.err) == "");
      check_form(form, answer.out);
    }
  }
}

TEST_CASE("a hostile text in any field of a pod stays a text in a forecast") {
  const json list{{"apiVersion", "v1"}, {"kind", "List"}, {"items", hostile_pods()}};
  const fuzz::MemoryFile file{escaped_json(list)};
  for (const std::string form : {"wide", "json", "yaml", "jsonl", "sarif"}) {
    const Written answer =
        run_verb({"upgrade", "--from", "1.30", "--to", "1.31", "--keep-going", "-f", file.path(), "-o", form});
    CHECK(answer.out.size() > 1'000);
    CHECK(acts_in(answer.err) == "");
    check_form(form, answer.out);
  }
}

TEST_CASE("a hostile text in any field of a pod or node stays a text in the ticket of an upgrade") {
  json items = json::array();
  for (json pod : hostile_pods()) {
    if (!pod["spec"].contains("nodeName")) pod["spec"]["nodeName"] = "n";
    items.push_back(std::move(pod));
  }
  for (const char* place : {"/metadata/name", "/metadata/labels/topology.kubernetes.io~1zone",
                            "/status/nodeInfo/kubeletVersion", "/spec/taints/0/key", "/spec/providerID"}) {
    json node =
        json::parse(R"({"apiVersion": "v1", "kind": "Node", "status": {"nodeInfo": {"kubeletVersion": "v1.30.4"}}})");
    node["metadata"]["name"] = fmt::format("n-{}", items.size());
    node[json::json_pointer{place}] = hostile;
    items.push_back(std::move(node));
  }
  items.push_back(json::parse(R"({"apiVersion": "v1", "kind": "Node", "metadata": {"name": "n"},
    "status": {"nodeInfo": {"kubeletVersion": "v1.30.4"}}})"));
  const fuzz::MemoryFile file{escaped_json(json{{"apiVersion", "v1"}, {"kind", "List"}, {"items", items}})};
  for (const std::string form : {"wide", "json", "markdown", "html"}) {
    const Written answer =
        run_verb({"upgrade", "--to", "1.31", "--keep-going", "--downtime", "-f", file.path(), "-o", form});
    CHECK(answer.out.size() > 1'000);
    CHECK(acts_in(answer.err) == "");
    check_form(form, answer.out);
    if (form == "html") CHECK_FALSE(has_part(answer.out, "<img"));
    if (form == "markdown") CHECK(occurrences(answer.out, "<img") == occurrences(answer.out, "\\<img"));
  }
}

}  // namespace podreel::testing
