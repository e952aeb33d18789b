#include "tools/catalogue/catalogue.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace podreel::cli {

std::span<const CatalogueTheme> catalogue_themes() {
  static constexpr CatalogueTheme themes[]{
      {"lessons", "The course"},
      {"upgrades", "Upgrades: containers that restart"},
      {"issues", "Issues: reported problems"},
      {"faults", "Faults: failures of the runtime or of an application"},
      {"mechanisms", "Mechanisms: one each, on both sides of its release"},
      {"changes", "Changes: what each minor release changed"},
      {".", "Small scenarios to start with"},
  };
  return themes;
}

std::span<const CatalogueEntry> catalogue(std::string_view theme) {
  const std::span<const CatalogueEntry> all = catalogue_entries();
  const auto is_of_theme = [theme](const CatalogueEntry& entry) { return entry.theme == theme; };
  const auto begin = std::ranges::find_if(all, is_of_theme);
  return {begin, std::find_if_not(begin, all.end(), is_of_theme)};
}

std::string_view text_to_begin_with() {
  return std::ranges::find(catalogue("."), "crash-loop", &CatalogueEntry::name)->text;
}

std::string path_of(const CatalogueEntry& entry) {
  if (entry.theme == ".") return fmt::format("scenarios/{}.yaml", entry.name);
  return fmt::format("scenarios/library/{}/{}.yaml", entry.theme, entry.name);
}

std::string first_line(const std::string& description) {
  return description.substr(0, description.find('\n'));
}

}  // namespace podreel::cli
