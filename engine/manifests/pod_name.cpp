#include "engine/manifests/pod_name.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <string_view>

#include "engine/api/cursor.hpp"

namespace podreel::manifests {

std::string namespace_of(const nlohmann::json& pod) {
  const std::string_view space = api::Cursor{pod.at("metadata")}["namespace"].text();
  return std::string{space.empty() ? "default" : space};
}

std::string full_name(const nlohmann::json& pod) {
  return fmt::format("{}/{}", namespace_of(pod), api::Cursor{pod.at("metadata")}["name"].text());
}

std::string_view cron_job_of(std::string_view job) {
  // From 2001 on, and for some centuries.
  constexpr std::size_t digits_of_minutes = 8;
  constexpr std::size_t digits_of_seconds = 10;
  const std::size_t dash = job.rfind('-');
  if (dash == std::string_view::npos || dash == 0) return {};
  const std::string_view time = job.substr(dash + 1);
  const bool is_time = time.size() == digits_of_minutes || time.size() == digits_of_seconds;
  const bool has_digits_only = time.find_first_not_of("0123456789") == std::string_view::npos;
  return is_time && has_digits_only ? job.substr(0, dash) : std::string_view{};
}

std::string_view deployment_of(std::string_view replica_set, std::string_view template_hash) {
  const std::string ending = fmt::format("-{}", template_hash);
  if (template_hash.empty() || !replica_set.ends_with(ending)) return {};
  return replica_set.substr(0, replica_set.size() - ending.size());
}

}  // namespace podreel::manifests
