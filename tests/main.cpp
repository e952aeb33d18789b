#define DOCTEST_CONFIG_IMPLEMENT
#include <csignal>
#include <doctest/doctest.h>
#include <iostream>

#include "tests/support/conformance.hpp"

namespace {

/// What a run has done, beside passing or failing.
struct Done {
  unsigned test_cases = 0;
  int assertions = 0;
};
Done done;

struct Counter final : doctest::IReporter {
  explicit Counter(const doctest::ContextOptions& /*options*/) {}
  void test_run_end(const doctest::TestRunStats& stats) override {
    done = {stats.numTestCasesPassingFilters, stats.numAsserts};
  }
  void report_query(const doctest::QueryData& /*data*/) override {}
  void test_run_start() override {}
  void test_case_start(const doctest::TestCaseData& /*data*/) override {}
  void test_case_reenter(const doctest::TestCaseData& /*data*/) override {}
  void test_case_end(const doctest::CurrentTestCaseStats& /*stats*/) override {}
  void test_case_exception(const doctest::TestCaseException& /*exception*/) override {}
  void subcase_start(const doctest::SubcaseSignature& /*signature*/) override {}
  void subcase_end() override {}
  void log_assert(const doctest::AssertData& /*data*/) override {}
  void log_message(const doctest::MessageData& /*data*/) override {}
  void test_case_skipped(const doctest::TestCaseData& /*data*/) override {}
};

}  // namespace

REGISTER_LISTENER("counter", 1, Counter);

/// Ends with 77, which CTest counts as skipped, where tests were run and checked nothing.
int main(int argc, char** argv) {
  constexpr int skipped = 77;
  // They are ignored in the background of a shell, or by nohup; programs that tests interrupt would inherit that.
  for (const int signal : {SIGINT, SIGHUP}) std::signal(signal, SIG_DFL);
  doctest::Context context{argc, argv};
  const int code = context.run();
  if (context.shouldExit()) return code;
  if (const std::string used = podreel::testing::used_recordings(); !used.empty()) {
    std::cout << "[recordings] " << used << '\n';
  }
  return code == 0 && done.test_cases > 0 && done.assertions == 0 ? skipped : code;
}
