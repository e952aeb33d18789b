#include "engine/sync/default_image_tag.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <optional>

#include "engine/api/image_reference.hpp"
#include "engine/release/behaviour/pulling.hpp"
#include "engine/release/messages.hpp"

namespace podreel::sync {

namespace {

constexpr std::string_view default_domain = "docker.io";
constexpr std::string_view legacy_default_domain = "index.docker.io";
constexpr std::string_view official_repository = "library/";
constexpr std::string_view default_tag = ":latest";
constexpr std::size_t name_length_max = 255;
constexpr std::size_t identifier_length = 64;

constexpr bool is_hex(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
}
constexpr bool is_upper(char c) {
  return c >= 'A' && c <= 'Z';
}

/// The digest's algorithm and length, as opencontainers/go-digest checks them.
std::string digest_problem(std::string_view digest) {
  struct Algorithm {
    std::string_view name;
    std::size_t hex_length;
  };
  constexpr std::array known{Algorithm{"sha256", 64}, Algorithm{"sha384", 96}, Algorithm{"sha512", 128}};
  const std::size_t colon = digest.find(':');
  const std::string_view hex = digest.substr(colon + 1);
  for (const Algorithm& algorithm : known) {
    if (algorithm.name != digest.substr(0, colon)) continue;
    if (hex.size() != algorithm.hex_length) return "invalid checksum digest length";
    return std::ranges::all_of(hex, is_hex) ? "" : "invalid checksum digest format";
  }
  return "unsupported digest algorithm";
}

/// An image's name taken apart at its registry: splitDockerDomain.
struct NormalizedName {
  std::string_view domain;
  /// "library/busybox:1.36" for "busybox:1.36".
  std::string remainder;
};

NormalizedName normalized(std::string_view image, api::ReferenceGrammar grammar) {
  const std::size_t slash = image.find('/');
  const std::string_view first = image.substr(0, slash);
  const bool has_domain = slash != std::string_view::npos && api::is_registry(first, grammar);
  NormalizedName name{has_domain ? first : default_domain, std::string{has_domain ? image.substr(slash + 1) : image}};
  if (name.domain == legacy_default_domain) name.domain = default_domain;
  if (name.domain == default_domain && name.remainder.find('/') == std::string::npos) {
    name.remainder.insert(0, official_repository);
  }
  return name;
}

api::ReferenceGrammar grammar_of(const release::Behaviour& behaviour) {
  return behaviour.has(release::newer_image_grammar) ? api::ReferenceGrammar::reference_0_5
                                                     : api::ReferenceGrammar::distribution_2;
}

/// Returns the number of characters of a name that are limited.
std::size_t limited_length(const NormalizedName& name, std::string_view repository,
                           const release::Behaviour& behaviour) {
  const bool counts_domain = !behaviour.has(release::registries_do_not_count_in_length);
  return repository.size() + (counts_domain ? name.domain.size() + 1 : 0);
}

/// Returns the problem of `image`; nothing if it is a valid reference.
std::optional<std::string> reference_problem(std::string_view image, const release::Behaviour& behaviour) {
  if (image.size() == identifier_length && std::ranges::all_of(image, is_hex)) {
    return fmt::format("invalid repository name ({}), cannot specify 64-byte hexadecimal strings", image);
  }
  const api::ReferenceGrammar grammar = grammar_of(behaviour);
  const NormalizedName name = normalized(image, grammar);
  const std::string_view repository = std::string_view{name.remainder}.substr(0, name.remainder.find(':'));
  if (std::ranges::any_of(repository, is_upper)) return release::upper_case_repository(behaviour, repository);
  const std::optional<api::ImageReference> reference = api::parse_image_reference(image, grammar);
  if (!reference) return "invalid reference format";
  if (limited_length(name, repository, behaviour) > name_length_max) {
    return fmt::format("repository name must not be more than {} characters", name_length_max);
  }
  if (reference->digest.empty()) return std::nullopt;
  std::string problem = digest_problem(reference->digest);
  if (problem.empty()) return std::nullopt;
  return problem;
}

}  // namespace

std::string normalized_repository(std::string_view image) {
  const std::optional<api::ImageReference> reference = api::parse_image_reference(image);
  const NormalizedName name =
      normalized(reference ? reference->repository : image, api::ReferenceGrammar::reference_0_5);
  return fmt::format("{}/{}", name.domain, name.remainder);
}

runtime::Result<std::string> apply_default_image_tag(std::string_view image, const release::Behaviour& behaviour) {
  if (const std::optional<std::string> problem = reference_problem(image, behaviour)) {
    return runtime::Error{release::unparsable_image_name(behaviour, image, *problem)};
  }
  const std::optional<api::ImageReference> reference = api::parse_image_reference(image);
  const bool is_complete = !reference->tag.empty() || !reference->digest.empty();
  return runtime::Result<std::string>{boost::system::in_place_value,
                                      std::string{image}.append(is_complete ? "" : default_tag)};
}

}  // namespace podreel::sync
