#include "tools/pages/playground/catalogue_answers.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <span>
#include <vector>

#include "engine/api/document.hpp"
#include "engine/api/printable.hpp"
#include "engine/release/release.hpp"
#include "scenarios/format/exercise.hpp"
#include "scenarios/format/schema.hpp"
#include "tools/catalogue/catalogue.hpp"
#include "tools/text/version.hpp"

namespace podreel::playground {

namespace {

using nlohmann::ordered_json;

std::span<const cli::CatalogueEntry> entries_of(const Request& request) {
  const std::string theme = request.text("theme");
  const auto entries = cli::catalogue(theme);
  if (!entries.empty()) return entries;
  std::vector<std::string_view> names;
  for (const cli::CatalogueTheme& known : cli::catalogue_themes()) names.push_back(known.name);
  throw BadRequest{fmt::format("theme: found \"{}\"; accepted: {}", theme, fmt::join(names, ", "))};
}

/// Reads the description from the text only; loading the scenario takes ten times as long.
std::string description_of(const api::LoadedFile& file) {
  for (const api::Tree& document : file.documents) {
    const api::Tree* spec = document.find("spec");
    const api::Tree* description = spec == nullptr ? nullptr : spec->find("description");
    if (description != nullptr) return description->text;
  }
  return {};
}

std::string summary_of(const cli::CatalogueEntry& entry) {
  return cli::first_line(description_of(api::load_documents(entry.text, cli::path_of(entry))));
}

/// Returns the task of a scenario with an exercise, on one line; empty without one.
std::string task_of(const cli::CatalogueEntry& entry) {
  constexpr std::string_view mark = "Exercise:";
  const std::string path = cli::path_of(entry);
  const api::LoadedFile file = api::load_documents(entry.text, path);
  if (format::load_exercise(file, path).empty()) return {};
  std::string description = description_of(file);
  std::ranges::replace(description, '\n', ' ');
  const std::size_t task = description.find(mark);
  return task == std::string::npos ? std::string{} : description.substr(task + mark.size());
}

}  // namespace

std::string about(const Request& request) {
  request.accept({});
  ordered_json releases = ordered_json::array();
  for (const release::Release& release : release::simulated_releases()) {
    releases.push_back(release::minor_string(release));
  }
  ordered_json themes = ordered_json::array();
  for (const cli::CatalogueTheme& theme : cli::catalogue_themes()) {
    themes.push_back({{"name", theme.name}, {"title", theme.title}});
  }
  const ordered_json document{{"version", cli::podreel_version},
                              {"releases", std::move(releases)},
                              {"release", release::minor_string(release::default_release())},
                              {"themes", std::move(themes)},
                              {"schema", format::scenario_schema()}};
  return api::printable_json(document);
}

std::string list(const Request& request) {
  request.accept({"theme"});
  ordered_json entries = ordered_json::array();
  for (const cli::CatalogueEntry& entry : entries_of(request)) {
    entries.push_back({{"name", entry.name}, {"summary", summary_of(entry)}});
  }
  return api::printable_json(ordered_json{{"entries", std::move(entries)}});
}

std::string source(const Request& request) {
  request.accept({"theme", "name"});
  const std::string name = request.text("name");
  const auto entries = entries_of(request);
  const auto found = std::ranges::find(entries, name, &cli::CatalogueEntry::name);
  if (found == entries.end()) throw BadRequest{fmt::format("name: found \"{}\", which is not in this theme", name)};
  ordered_json document{{"text", found->text}};
  if (const std::string task = task_of(*found); !task.empty()) document["exercise"] = api::printable_line(task);
  return api::printable_json(document);
}

}  // namespace podreel::playground
