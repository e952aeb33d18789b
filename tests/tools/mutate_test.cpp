// tools/mutate: mutants beside the code that they change.
#include <algorithm>
#include <boost/regex.hpp>
#include <doctest/doctest.h>
#include <string>
#include <string_view>

#include "engine/api/take_word.hpp"
#include "tests/support/command.hpp"
#include "tests/support/scratch_folder.hpp"

namespace podreel::testing {

namespace {

constexpr const char* instrument =
    "python3 -B -c 'import sys; sys.path.insert(0, \"tools\"); from mutation import schemata\n"
    "print(schemata.instrument(\"x.cpp\", sys.stdin.read(), schemata.Numbers()), end=\"\")'";

bool runs_python() {
  const bool found = run_shell("command -v python3").exit_code == 0;
  if (!found) MESSAGE("there is no python3: tools/mutate was not run");
  return found;
}

/// A function of these statements with its mutants: `on` for each, without the marks around them.
std::string instrumented(const std::string& statements) {
  const std::string head = "void f() {\n";
  const CommandResult result = run_shell(instrument, {.standard_input = head + statements + "\n}\n"});
  CHECK(result.err == "");
  std::string text = boost::regex_replace(result.out, boost::regex{R"(/\*[<>]\d+\*/)"}, "");
  text = boost::regex_replace(text, boost::regex{R"(podreel_mutants::on\(\d+\))"}, "on");
  const std::size_t first = text.find(head) + head.size();
  return text.substr(first, text.rfind("\n}") - first);
}

}  // namespace

TEST_CASE("conditions, operators and statements have mutants, each of which is on by itself") {
  if (!runs_python()) return;
  CHECK(instrumented("if (known) return;") == "if ((static_cast<bool>(known) != on)) return;");
  CHECK(instrumented("return a == b;") == "return ((a ==  b) != on);");
  CHECK(instrumented("return !a.b(c);") == "return (static_cast<bool>(a.b(c)) == on);");
  CHECK(instrumented("return true;") == "return !on;");
  CHECK(instrumented("stop();") == "{ if (!on) { stop(); } }");
  CHECK(instrumented("break;") == "{ if (!on) break; }");
  CHECK(instrumented("x = a - b;") == "{ if (!on) { x = (on ? (a) + ( b) : (a) - ( b)); } }");
}

TEST_CASE("an operand is evaluated as often as without the mutant, and only then") {
  if (!runs_python()) return;
  CHECK(instrumented("return a && b;") == "return ((static_cast<bool>(a) != on) ? static_cast<bool>( b) : on);");
  CHECK(instrumented("return a || b;") == "return ((static_cast<bool>(a) != on) ? !on : static_cast<bool>( b));");
}

TEST_CASE("what cannot be distinguished from its original, or is no code, has no mutant") {
  if (!runs_python()) return;
  for (const char* text :
       {"const int a = b;", "names.reserve(3);", "assert(a);", "constexpr bool c = a == b;",
        "return co_await ready() == true;", "std::map<int, bool> all;", "const char* text = \"a == b\";",
        "const char* text = R\"~(a\" == (b)~\";", "if (const auto* found = find()) return found;"}) {
    CHECK(instrumented(text) == text);
  }
  CHECK(instrumented("a = b;  // c == d").find("==") == std::string::npos);
}

TEST_CASE("every room around the core has mutants, and the core") {
  if (!runs_python()) return;
  const std::string rooms =
      "scenarios/cluster scenarios/explore scenarios/fleet scenarios/reproduce tools/cri tools/serve";
  const ScratchFolder folder;
  for (const std::string& mutated : {rooms, std::string{"engine/kubelet pleg runtime_fake"}}) {
    const std::string chosen = mutated == rooms ? "--rooms " + rooms : "";
    const CommandResult listed = run_shell("tools/mutate --list " + chosen + " --build '" + folder / "mutants" + "'");
    REQUIRE(listed.exit_code == 0);
    for (const std::string_view room : api::split(mutated, ' ')) {
      CAPTURE(room);
      CHECK(listed.out.find(std::string{room} + "/") != std::string::npos);
    }
  }
}

TEST_CASE("a switch ends without its last break, too") {
  if (!runs_python()) return;
  CHECK(instrumented("switch (a) {\n  case 1:\n    break;\n  case 2:\n    break;\n}") ==
        "switch (a) {\n  case 1:\n    { if (!on) break; }\n  case 2:\n    break;\n}");
  CHECK(instrumented("for (;;) {\n  break;\n}") == "for (;;) {\n  { if (!on) break; }\n}");
}

TEST_CASE("lines stay where they are, so that errors of the compiler name them") {
  if (!runs_python()) return;
  const std::string text = "if (a &&\n    b) {\n  c = std::max(d,\n               e);\n}";
  CHECK(std::ranges::count(instrumented(text), '\n') == std::ranges::count(text, '\n'));
}

}  // namespace podreel::testing
