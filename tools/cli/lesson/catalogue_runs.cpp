#include "tools/cli/lesson/catalogue_runs.hpp"

#include <utility>

#include "scenarios/format/load.hpp"
#include "tools/cli/arguments/load_runs.hpp"
#include "tools/files/bad_input.hpp"

namespace podreel::cli {

std::vector<format::Scenario> runs_of(const CatalogueEntry& entry, const format::LoadOptions& options,
                                      Context& context) {
  const std::string file = path_of(entry);
  format::Loaded loaded = format::load_scenarios(api::load_documents(entry.text, file), file, options);
  if (!loaded.problems.empty()) throw BadInput{loaded.problems};
  warn(loaded.warnings, context);
  return std::move(loaded.scenarios);
}

}  // namespace podreel::cli
