#include "tests/support/known_choices.hpp"

#include <fstream>

#include "scenarios/jsonl/choice_list.hpp"
#include "tests/support/json_lines.hpp"

namespace podreel::testing {

AllKnownChoices read_known_choices(const std::filesystem::path& file) {
  AllKnownChoices all;
  for (const nlohmann::json& line : read_json_lines(file)) {
    KnownChoices& known = all[line.at("recording").get<std::string>()];
    known.seed = line.at("seed").get<std::uint64_t>();
    for (const nlohmann::json& choice : line.at("choices")) {
      known.choices.push_back(jsonl::choice_from(jsonl::JsonField{choice, "choices"}));
    }
  }
  return all;
}

void write_known_choices(const std::filesystem::path& file, const AllKnownChoices& all) {
  std::ofstream out{file};
  for (const auto& [id, known] : all) {
    nlohmann::ordered_json line{{"recording", id}, {"seed", known.seed}, {"choices", nlohmann::ordered_json::array()}};
    for (const sim::Choice& choice : known.choices) line["choices"].push_back(jsonl::to_json(choice));
    out << line.dump() << '\n';
  }
}

std::set<std::string> read_known_misses(const std::filesystem::path& file) {
  std::ifstream in{file};
  std::set<std::string> misses;
  for (std::string line; std::getline(in, line);) {
    if (!line.empty() && line.front() != '#') misses.insert(line);
  }
  return misses;
}

}  // namespace podreel::testing
