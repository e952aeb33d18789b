#include "tools/cli/catalogue_runs.hpp"

#include <utility>

#include "scenarios/language/load.hpp"
#include "tools/cli/bad_input.hpp"
#include "tools/cli/load_runs.hpp"

namespace podreel::cli {

std::vector<language::Scenario> runs_of(const CatalogueEntry& entry, const language::LoadOptions& options,
                                        Context& context) {
  const std::string file = path_of(entry);
  language::Loaded loaded = language::load_scenarios(api::load_documents(entry.text, file), file, options);
  if (!loaded.problems.empty()) throw BadInput{loaded.problems};
  warn(loaded.warnings, context);
  return std::move(loaded.scenarios);
}

}  // namespace podreel::cli
