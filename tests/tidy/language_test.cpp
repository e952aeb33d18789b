// Plain English: words that stop a reader, in names and in texts. tools/contributing/style.md has the rules.
#include <algorithm>
#include <array>
#include <boost/regex.hpp>
#include <doctest/doctest.h>
#include <filesystem>
#include <fmt/format.h>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/built_paths.hpp"
#include "tests/support/documents.hpp"
#include "tests/support/source_tree.hpp"

namespace podreel::testing {

namespace {

const std::vector<std::string_view> product{"engine", "pleg", "runtime_fake", "scenarios", "tools"};

/// A pattern that no text or name may match, and what to write instead.
struct PlainWords {
  std::string_view instead;
  boost::regex pattern;
};

const std::vector<PlainWords>& rules_of_texts() {
  static const std::vector<PlainWords> rules{
      {"record, report, emit, notify, reproduce or match",
       boost::regex{R"(\b(tell|tells|telling|told|untold)\b)", boost::regex::icase}},
      {"receive, handle or learn", boost::regex{R"(\b(hear|hears|hearing|heard)\b)", boost::regex::icase}},
      {"is", boost::regex{R"(\b(stands|stood)\b)", boost::regex::icase}},
      {"the outcome itself, without 'So:'", boost::regex{R"(\bSo: )"}},
      {"the probability or the distribution", boost::regex{R"(\b(falls|left) (by|to) chance\b)"}},
      {"has no effect", boost::regex{R"(\bcomes to nothing\b)"}},
      {"a number, or 'that many'", boost::regex{R"(\bso many\b)", boost::regex::icase}},
      {"the full form",
       boost::regex{R"(\b(can't|won't|doesn't|isn't|aren't|didn't|hasn't|wasn't|shouldn't|couldn't)\b)",
                    boost::regex::icase}},
  };
  return rules;
}

const std::vector<PlainWords>& rules_of_names() {
  static const std::vector<PlainWords> rules{
      {"record, report, emit, notify, reproduce or match",
       boost::regex{R"((\b|_)([Tt]ells?|[Tt]elling|[Uu]?n?told|Told)(\b|_|[A-Z]))"}},
      {"on_…, handle_… or receive", boost::regex{R"((\b|_)([Hh]ears?|[Hh]earing|[Hh]eard)(\b|_|[A-Z]))"}},
      {"max_ or min_", boost::regex{R"(\b(most|longest|least)_\w+)"}},
      {"a verb, or a noun", boost::regex{R"(\b(what|who|how)_[a-z]\w*)"}},
  };
  return rules;
}

/// The comments and literals of a source; code is blanked out.
std::string prose_of(const SourceFile& file) {
  std::string prose = file.text;
  for (std::size_t at = 0; at < prose.size(); ++at) {
    if (prose[at] != '\n' && file.code[at] != ' ') prose[at] = ' ';
  }
  return prose;
}

/// A text that podreel must not change: one of Kubernetes, or a name in use.
struct Quote {
  std::string_view path;
  std::string_view fragment;
};
constexpr std::array<Quote, 41> quotes{{
    {"scenarios/format/settings/configuration_fields.cpp", "can't set `preloadedImagesVerificationAllowlist`"},
    // Kubernetes' messages, in the code that writes or reads them.
    {"engine/apiserver/pod_resize.cpp", "node didn't have enough allocatable resources"},
    {"engine/kubelet/admission.cpp", "label doesn't match node label"},
    {"engine/kubelet/admission.cpp", "OS field doesn't match node OS"},
    {"engine/kubelet/admission.cpp", "didn't match Pod's node affinity/selector"},
    {"engine/kubelet/admission.cpp", "didn't have free ports"},
    {"engine/kubelet/admission.cpp", "the pod didn't tolerate"},
    {"engine/kubelet/admission.cpp", "Node didn't have enough resource"},
    {"engine/kubelet/allocation/resize_fit.cpp", "Node didn't have enough capacity"},
    {"engine/kubelet/container_environment.cpp", "couldn't find key"},
    {"engine/kubelet/container_environment.hpp", "couldn't find key"},
    {"engine/release/messages.cpp", "couldn't parse image"},
    {"engine/sync/default_image_tag.hpp", "couldn't parse image name"},
    {"engine/sync/hooks.cpp", "couldn't find port"},
    {"scenarios/checks/invariants/known_violations_of_statuses.cpp", "Node didn't have enough resource"},
    {"scenarios/cluster/scheduler.cpp", "didn't match Pod's node affinity/selector"},
    {"scenarios/reproduce/draft/starts.cpp", "couldn't find key"},
    {"scenarios/simulation/attach_detach_controller.cpp", "can't be attached to another"},
    {"scenarios/format/plain_command.cpp", "can't open"},
    {"scenarios/format/plain_command.cpp", "can't remove"},
    {"tools/serve/selector.cpp", "invalid field selector: '{}'; can't understand '{}'"},
    // Kubernetes' messages, in scenarios and observations of real kubelets.
    {"scenarios/FIELD-OBSERVATIONS.md", "Couldn't find key"},
    {"scenarios/FIELD-OBSERVATIONS.md", "couldn't find key"},
    {"scenarios/FIELD-OBSERVATIONS.md", "writes \"Couldn't\" with a capital letter"},
    {"scenarios/README.md", "node(s) didn't match, didn't have free ports"},
    {"scenarios/library/changes/1.21-to-1.22-finished-pods-skip-admission.yaml", "Node didn't have enough resource"},
    {"scenarios/library/changes/1.23-to-1.24-pod-os-is-admission.yaml", "OS field doesn't match node OS"},
    {"scenarios/library/changes/1.25-to-1.26-rejection-says-rejected.yaml", "OS field doesn't match node OS"},
    {"scenarios/library/changes/1.27-to-1.28-image-name-not-reference.yaml", "couldn't parse image name"},
    {"scenarios/library/changes/1.27-to-1.28-finished-pods-skip-admission.yaml", "Node didn't have enough resource"},
    {"scenarios/library/changes/1.30-to-1.31-predicate-failures-explained.yaml", "didn't have free ports"},
    {"scenarios/library/changes/1.28-to-1.29-newer-image-grammar.yaml", "couldn't parse image name"},
    {"scenarios/library/changes/1.31-to-1.32-registries-do-not-count-in-length.yaml", "couldn't parse image name"},
    {"scenarios/library/changes/1.32-to-1.33-reported-resources-count.yaml", "didn't have enough"},
    {"scenarios/library/changes/1.36-to-1.37-resizes-count-by-sums.yaml", "Node didn't have enough resource"},
    {"scenarios/library/changes/1.35-to-1.36-resize-can-be-infeasible.yaml", "Node didn't have enough resource"},
    {"scenarios/library/issues/105523-restarted-kubelet-rejects-running-pods.yaml", "Node didn't have enough resource"},
    // Former names of invariants, which scenarios may have.
    {"scenarios/checks/invariants/invariant.cpp", "\"what-runs-is-told\""},
    {"scenarios/checks/invariants/invariant.cpp", "\"what-is-told-to-run-runs\""},
    {"scenarios/checks/invariants/invariant.cpp", "\"readiness-is-told\""},
    {"scenarios/checks/invariants/invariant.cpp", "\"running-pods-are-told-to-run\""},
}};

bool is_quoted(std::string_view path, std::string_view line) {
  return std::ranges::any_of(quotes, [&](const Quote& quote) {
    return path == quote.path && line.find(quote.fragment) != std::string_view::npos;
  });
}

std::string_view line_at(std::string_view text, std::size_t offset) {
  const std::size_t begin = text.rfind('\n', offset) + 1;
  return text.substr(begin, text.find('\n', offset) - begin);
}

void check(const std::string& path, const std::string& text, const std::vector<PlainWords>& rules) {
  for (const PlainWords& rule : rules) {
    for (boost::sregex_iterator match{text.begin(), text.end(), rule.pattern}, end; match != end; ++match) {
      const auto offset = static_cast<std::size_t>(match->position());
      if (is_quoted(path, line_at(text, offset))) continue;
      FAIL_CHECK(fmt::format("{}:{}: \"{}\": write {}", path, line_of(text, offset), match->str(), rule.instead));
    }
  }
}

/// Documents, scenarios and the pages' own sources.
std::vector<std::string> text_files() {
  namespace fs = std::filesystem;
  std::vector<std::string> files = all_documents();
  for (const char* folder : {"scenarios", "tools"}) {
    for (auto entry = fs::recursive_directory_iterator{source_path(folder)}; entry != fs::end(entry); ++entry) {
      if (entry->path().filename() == "node_modules") entry.disable_recursion_pending();
      const std::string path = fs::relative(entry->path(), source_path()).generic_string();
      const std::string kind = entry->path().extension().string();
      // The pages' bundles are made of what lies in their src folders.
      const bool is_bundle = kind == ".html" && is_under(path, {"tools/pages/report", "tools/pages/playground"});
      const bool is_text = kind == ".yaml" || kind == ".js" || (kind == ".html" && !is_bundle);
      if (is_text) files.push_back(path);
    }
  }
  return files;
}

}  // namespace

TEST_CASE("comments, messages and help are plain English") {
  for (const SourceFile& file : source_tree()) {
    if (is_under(file.path, product)) check(file.path, prose_of(file), rules_of_texts());
  }
}

TEST_CASE("documents, scenarios and pages are plain English") {
  const std::vector<std::string> files = text_files();
  REQUIRE(files.size() > 100);
  for (const std::string& file : files) check(file, text_of_file(file), rules_of_texts());
}

TEST_CASE("names are the terms of the field") {
  for (const SourceFile& file : source_tree()) {
    if (is_under(file.path, product)) check(file.path, file.code, rules_of_names());
    check(file.path, file.path, rules_of_names());
  }
}

TEST_CASE("a comment begins with a verb or a noun phrase") {
  static const boost::regex opening{
      R"(^([^\n/]*\n|)( *)//(/?) (What|Who|How|Of which|Of|Also|The same|Which|Whether or not)\b)"};
  for (const SourceFile& file : source_tree()) {
    if (!is_under(file.path, product)) continue;
    for (boost::sregex_iterator match{file.text.begin(), file.text.end(), opening}, end; match != end; ++match) {
      const auto offset = static_cast<std::size_t>(match->position(4));
      FAIL_CHECK(
          fmt::format("{}:{}: a comment begins with \"{}\"", file.path, line_of(file.text, offset), match->str(4)));
    }
  }
}

TEST_CASE("every quote is still there") {
  for (const Quote& quote : quotes) {
    const std::string text = text_of_file(std::string{quote.path});
    CHECK_MESSAGE(text.find(quote.fragment) != std::string::npos, quote.path, ": ", quote.fragment);
  }
}

TEST_CASE("a rule finds what it is for") {
  const auto finds = [](const std::vector<PlainWords>& rules, const std::string& text) {
    return std::ranges::any_of(rules, [&](const PlainWords& rule) { return boost::regex_search(text, rule.pattern); });
  };
  CHECK(finds(rules_of_texts(), "the status manager is told of it"));
  CHECK(finds(rules_of_texts(), "So: started."));
  CHECK_FALSE(finds(rules_of_texts(), "a stand-in for the runtime, retold_once"));
  CHECK(finds(rules_of_names(), "told_timeline"));
  CHECK(finds(rules_of_names(), "is_unheard") == false);
  CHECK(finds(rules_of_names(), "most_in_second_"));
  CHECK(finds(rules_of_names(), "tells_resources"));
  CHECK_FALSE(finds(rules_of_names(), "last_heartbeat"));
}

}  // namespace podreel::testing
