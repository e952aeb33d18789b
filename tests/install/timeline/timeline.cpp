// Shows what happens to the pods of a manifest, and how long calls of the container runtime take.
//
//   timeline FILE
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>

#include "podreel/replay.hpp"
#include "podreel/trace.hpp"

int main(int count, char** arguments) {
  if (count != 2) return 2;
  const podreel::LoadedScenarios loaded = podreel::load_scenario_file(arguments[1]);
  for (const podreel::Problem& problem : loaded.problems) std::cerr << to_string(problem) << '\n';
  if (loaded.scenarios.empty()) return 1;

  std::map<podreel::RecordKind, int> counts;
  podreel::ReplayOptions options;
  options.explain = true;
  options.on_record = [&counts](const podreel::Record& record) {
    ++counts[record.kind()];
    const podreel::Narration words = record.narration();
    if (!words.is_internal) {
      std::cout << record.virtual_time().count() / 1'000'000 << " ms  " << record.pod() << "  " << words.actor << "  "
                << words.action << "  " << words.detail << '\n';
    }
    for (const std::string& reason : words.reasons) std::cout << "  because " << reason << '\n';
    const nlohmann::json fields = record.json();
    if (record.kind() == podreel::RecordKind::runtime && fields.contains("container")) {
      std::cout << "  " << fields["op"].get<std::string>() << " of " << fields["container"].get<std::string>()
                << " took " << fields["dur_ms"].get<double>() << " ms\n";
    }
  };
  const podreel::ReplayResult result = replay(loaded.scenarios.front(), options);
  for (const auto& [kind, number] : counts) std::cout << to_string(kind) << ": " << number << '\n';
  return result.is_settled ? 0 : 1;
}
