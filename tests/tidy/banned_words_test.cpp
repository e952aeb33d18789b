// What would make a run depend on anything but its input, print from the library, or compare releases.
#include <algorithm>
#include <boost/regex.hpp>
#include <doctest/doctest.h>
#include <filesystem>
#include <iterator>
#include <string>
#include <vector>

#include "tests/support/source_tree.hpp"
#include "tests/test_sources.hpp"

namespace podreel::testing {

namespace {

struct Ban {
  std::string_view what;
  boost::regex pattern;
  std::vector<std::string_view> folders;
  /// Files and folders in which it is allowed, each for a reason that stands there.
  std::vector<std::string_view> except;
};

/// Nodes are shared out among them; in_place_test and drained_test hold one thread against several.
std::vector<std::string_view> files_with_threads() {
  return {"scenarios/fleet/results/simulated_node_results.cpp", "scenarios/parallel/thread_pool.hpp",
          "scenarios/parallel/thread_pool.cpp", "scenarios/fleet/drain/simulated_drains.hpp",
          "scenarios/fleet/drain/simulated_drains.cpp"};
}

std::vector<Ban> bans() {
  const std::vector<std::string_view>& library = library_folders();
  return {
      {"the wall clock",
       boost::regex{R"(\b(system_clock|steady_clock|high_resolution_clock|gettimeofday|clock_gettime)\b)"},
       library,
       {}},
      {"the wall clock", boost::regex{R"((std::|\s::|\W)(time|clock)\s*\(\s*(nullptr|NULL|0)?\s*\))"}, library, {}},
      {"randomness that is not sim::Choices",
       boost::regex{R"(\brandom_device\b|\bmt19937|\w+_distribution\b|\bminstd_rand|\bs?rand\s*\(|\brandom_shuffle\b)"},
       library,
       {}},
      {"the environment, which is not input", boost::regex{R"(\b(secure_)?getenv\b|\bsetenv\b)"}, library, {}},
      {"printing from the library",
       boost::regex{R"(\b[fvs]?n?printf\s*\(|\bputs\s*\(|\bstd::(cout|cerr|clog)\b|\bfmt::print\b)"},
       library,
       {}},
      {"ending the process from the library",
       boost::regex{R"(\b(std::exit|std::terminate|quick_exit|_exit|abort)\s*\()"},
       library,
       {}},
      {"threads, whose timing is not input", boost::regex{R"(\bstd::(j?thread|async)\b|\bpthread_)"}, library,
       files_with_threads()},
      {"a matcher that needs stack for each character of a text",
       boost::regex{R"(<regex>|\bstd::s?regex)"},
       {"engine", "pleg", "runtime_fake", "scenarios", "tools"},
       {}},
      // A standard library that reads decimals in no other way is that of a machine without locales.
      {"the locale",
       boost::regex{R"(\bsetlocale\b|\bstd::locale\b|\b(atof|strto[dfl]d?|sto[dfl]d?)\s*\()"},
       library,
       {"engine/api/number_text.cpp"}},
      // These look values up by number or text, and never walk over them but to sort them.
      {"unordered containers, whose order may reach an output",
       boost::regex{R"(\bunordered_(map|set|multimap|multiset)\b)"},
       library,
       {"runtime_fake/inventory.hpp"}},
      // Numbers of YAML and JSON are read and printed as Go does.
      // A tree of JSON has decimals as one division of whole numbers, which rounds as parsing their text does.
      // Spans are printed as seconds.
      // The search of scenarios/reproduce rates attempts: sums, products and quotients alone, which IEEE 754 fixes.
      {"floating point, whose results may differ",
       boost::regex{R"(\b(double|float)\b)"},
       library,
       {"scenarios/reproduce", "engine/api/number_text.hpp", "engine/api/number_text.cpp", "engine/api/yaml_scalar.hpp",
        "engine/api/yaml_scalar.cpp", "engine/api/document.cpp", "engine/trace/json_tree.cpp",
        "scenarios/format/in_seconds.hpp"}},
      {"comparing releases, which only engine/release does",
       boost::regex{R"([<>=]=?\s*\w+\.minor\b|\brelease\w*\s*(<|>|<=|>=)\s*(Release|release::|v\())"},
       library,
       {"engine/release"}},
      {"a duration that does not stand in the timing table",
       boost::regex{R"(\b\d[\d'.]*(ns|us|ms|s|min|h)\b|\b((nano|micro|milli)?seconds|minutes|hours)\s*[{(]\s*\d)"},
       {"engine/apiserver", "engine/decide", "engine/kubelet", "engine/sync", "pleg", "runtime_fake",
        "scenarios/simulation"},
       {}},
      {"chance that does not stand in the timing table",
       boost::regex{R"(\bChoiceStream\b|\bchoices\w*\s*(\.|->)\s*stream\s*\()"},
       library,
       {"engine/sim", "engine/timing"}},
      {"a folder that a suite beside this one may have, too",
       boost::regex{R"(\btemp_directory_path\b)"},
       {"tests"},
       {"tests/support/scratch_folder.hpp"}},
      {"the time that a loaded machine takes",
       boost::regex{R"(\b(system_clock|steady_clock|high_resolution_clock)\b)"},
       {"tests"},
       {}},
  };
}

/// What is wrong in code of every kind.
std::vector<Ban> bans_everywhere() {
  const std::vector<std::string_view> everywhere{"engine", "pleg", "runtime_fake", "scenarios", "tools", "tests"};
  return {
      {"a loop over the items of a temporary, which is gone by then",
       boost::regex{R"(\bfor \([^;{]*:[^;{]*(\bparse\(|\.value\([^;{)]*,)[^;{]*\)\.items\(\)\))"},
       everywhere,
       {}},
      {"unfinished work", boost::regex{R"(\b(TODO|FIXME|HACK)\b)"}, everywhere, {"tests/tidy"}},
      {"an algorithm that returns a std::ranges::subrange, which clang++ 14 cannot compile",
       boost::regex{
           R"(\bstd::ranges::(subrange|(stable_)?partition|remove(_if)?|unique|rotate|search(_n)?|find_end)\b)"},
       everywhere,
       {}},
      {"a structured binding in a message of a test, which clang++ 14 cannot capture",
       boost::regex{R"(auto& \[[^\]]*\b(\w+)\b[^\]]*\][^{;]*\{\s*(CAPTURE|INFO)\(\1\b)"
                    R"(|auto& \[[^\]]*\b(\w+)\b[^\]]*\][^;]*CHECK_MESSAGE\([^;]*,\s*\3\))"},
       {"tests"},
       {"tests/tidy"}},
      {"C's casts to numbers",
       boost::regex{R"(\(\s*(int|long|unsigned|size_t|char|double|float)\s*\)\s*\w)"},
       everywhere,
       {}},
  };
}

}  // namespace

TEST_CASE("what is banned is not used") {
  std::vector<Ban> all = bans();
  std::ranges::move(bans_everywhere(), std::back_inserter(all));
  for (const Ban& ban : all) {
    for (const SourceFile& file : source_tree()) {
      if (!is_under(file.path, ban.folders) || is_under(file.path, ban.except)) continue;
      // Unfinished work is told in comments, the rest is done in code.
      const std::string& where = ban.what == "unfinished work" ? file.text : file.code;
      boost::smatch match;
      const bool found = boost::regex_search(where, match, ban.pattern);
      CHECK_MESSAGE(!found, file.path, ":", line_of(where, static_cast<std::size_t>(found ? match.position() : 0)),
                    ": ", ban.what, ": ", found ? match.str() : "");
    }
  }
}

TEST_CASE("no file is a drawer for what has no name") {
  const boost::regex drawer{R"((^|[/_])(utils?|common|misc|helpers?|stuff)([_.]|$))"};
  for (const SourceFile& file : source_tree()) {
    CHECK_MESSAGE(!boost::regex_search(file.path, drawer), file.path);
  }
}

TEST_CASE("a header says once what it is") {
  for (const SourceFile& file : source_tree()) {
    if (!file.path.ends_with(".hpp")) continue;
    CHECK_MESSAGE(file.code.find("#pragma once") != std::string::npos, file.path, ": #pragma once is missing");
    CHECK_MESSAGE(file.text.starts_with("//"), file.path, ": the first line says what the file is");
    CHECK_MESSAGE(file.code.find("using namespace") == std::string::npos, file.path, ": a header opens no namespace");
  }
}

TEST_CASE("every test file is built and run, and tests something") {
  for (const SourceFile& file : source_tree()) {
    if (!is_under(file.path, {"tests"}) || !file.path.ends_with("_test.cpp") || is_under(file.path, {"tests/install"}))
      continue;
    const std::string name = file.path.substr(std::string_view{"tests/"}.size());
    CHECK_MESSAGE(test_sources.find(';' + name + ';') != std::string_view::npos, file.path,
                  " is not built: run cmake again");
    CHECK_MESSAGE(file.code.find("TEST_CASE") != std::string::npos, file.path, " has no TEST_CASE");
  }
}

}  // namespace podreel::testing
