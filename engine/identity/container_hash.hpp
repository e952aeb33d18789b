// Hash by which a kubelet decides whether a container still matches its spec.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "engine/release/kubelet_identity.hpp"
#include "engine/types/catalogue.hpp"
#include "engine/types/field_marks.hpp"
#include "engine/types/go_json.hpp"

namespace podreel::identity {

struct HashOptions {
  /// Notation of \b and \f in strings (Go before or since 1.22) where JSON is hashed. By default that of the toolchain
  /// of the release's official build; late patches of 1.27 … 1.29 may have been built with a newer one.
  std::optional<types::JsonEscapes> escapes = std::nullopt;
  /// Hash as if the container had no resources (1.27 … 1.30).
  bool without_resources = false;
};

/// Input of a hash.
struct Preimage {
  /// The JSON, for the formulas that go through JSON; else empty.
  std::string json;
  /// The bytes given to the hash function.
  std::string hashed;
  /// Where the fields stand in what a reader looks at: `json` or, without JSON, `hashed`.
  types::FieldMarks marks;

  [[nodiscard]] const std::string& readable() const noexcept { return json.empty() ? hashed : json; }
};

/// Hashes containers as the kubelet of one release. Cheap to copy; safe to share between threads.
class ContainerHasher {
 public:
  explicit ContainerHasher(release::Release release, HashOptions options = {});

  /// The formula of `release` walked over other types: what a patched newer kubelet does to recognise containers that
  /// the older one started. `type` must outlive this.
  ContainerHasher(release::Release release, const types::Type& type, HashOptions options = {});

  /// `container` is a v1.Container as the API server stores it. Members that the release does not know are dropped;
  /// values of a wrong kind count as absent (see find_mismatch).
  [[nodiscard]] std::uint64_t hash(const nlohmann::json& container) const;
  [[nodiscard]] Preimage preimage(const nlohmann::json& container) const;

 private:
  void write_json(const nlohmann::json& container, std::string& out, types::FieldMarks* marks) const;
  void write_struct(const nlohmann::json& container, std::string& out, types::FieldMarks* marks) const;

  release::Release release_;
  const types::Type* type_;
  release::ContainerFormula formula_;
  types::JsonEscapes escapes_;
  bool without_resources_;
};

[[nodiscard]] std::uint64_t container_hash(const nlohmann::json& container, release::Release release,
                                           HashOptions options = {});

/// Returns how the Go toolchain of the release's official build writes \b and \f.
[[nodiscard]] types::JsonEscapes json_escapes(release::Release release);

/// As stored in the annotation io.kubernetes.container.hash: lower-case hex without leading zeros.
[[nodiscard]] std::string hash_text(std::uint64_t hash);
/// Reads that form; nothing for anything else.
[[nodiscard]] std::optional<std::uint64_t> parse_hash(std::string_view text);

/// A container as it arrives from the API server, which stores and sends protobuf: empty lists and maps are gone,
/// quantities are canonical, an absent divisor is "0". Containers read from the API already are so.
[[nodiscard]] nlohmann::json protobuf_round_trip(const nlohmann::json& container, release::Release release);

}  // namespace podreel::identity
