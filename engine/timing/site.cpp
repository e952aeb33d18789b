#include "engine/timing/site.hpp"

#include <algorithm>
#include <array>

namespace podreel::timing {

namespace {

constexpr std::array all_sites{
#define SITE(id, name, key) SiteName{Site::id, name, key},
#define ROW(...)
#include "engine/timing/table.inc"
#undef ROW
#undef SITE
};

}  // namespace

std::span<const SiteName> sites() {
  return all_sites;
}

const SiteName& name_of(Site site) {
  return all_sites.at(static_cast<std::size_t>(site));
}

std::optional<Site> find_site(std::string_view name) {
  const auto found = std::ranges::find(all_sites, name, &SiteName::name);
  return found == all_sites.end() ? std::nullopt : std::optional{found->site};
}

}  // namespace podreel::timing
