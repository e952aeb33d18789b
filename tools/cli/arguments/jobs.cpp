#include "tools/cli/arguments/jobs.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <thread>

namespace podreel::cli {

void add_jobs_option(CLI::App& verb, std::size_t& jobs, const std::string& what) {
  verb.add_option("-j,--jobs", jobs, what + " at a time; default: one per core")->type_name("N")->default_str("");
}

std::size_t jobs_of(std::size_t asked, const Context& context) {
  if (asked != 0) return asked;
  return context.rank_group != nullptr ? 1 : std::max(1U, std::thread::hardware_concurrency());
}

}  // namespace podreel::cli
