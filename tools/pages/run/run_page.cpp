#include "tools/pages/run/run_page.hpp"

#include "tools/pages/run/page.hpp"

namespace podreel::cli {

void print_run_page(std::ostream& out, const std::vector<PageRun>& runs, const std::string& command) {
  print_page(out, Page::run, run_page_data(runs, command));
}

void print_run_page(std::ostream& out, const format::Scenario& scenario, const std::string& command) {
  print_run_page(out, {PageRun{scenario, command}}, command);
}

}  // namespace podreel::cli
