// The fields of Kubernetes' Go types and the releases that have them: the data behind everything that walks a Pod.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/release/behaviour.hpp"

namespace podreel::types {

/// The two forms of the API: v1, as it is written and stored, and the internal one, as Kubernetes' own code holds it.
enum class Api : std::uint8_t { v1, internal };

/// One field of a Go struct.
struct FieldRow {
  std::string_view name;
  /// "[]EnvVar", "*bool", "map[string]string", "resource.Quantity", "meta.ObjectMeta" …: types without a package that
  /// begin with a capital are the API's own.
  std::string_view go_type;
  /// JSON name in the public API; empty for a field whose members are inlined.
  std::string_view json;
  bool omit_empty = false;
  bool inlined = false;
  /// By Api.
  std::array<release::ReleaseRange, 2> held;

  /// Without a release: whether any has it.
  [[nodiscard]] bool is_in(Api api, std::optional<release::Release> release) const noexcept;
};

/// A type that had another name, in releases before `range`.
struct RenamedType {
  std::string_view name;
  std::string_view before;
  release::ReleaseRange range;
};

/// The table as types.inc writes it.
class TypeTable {
 public:
  /// Reads the rows of `text`, which must outlive this.
  explicit TypeTable(std::string_view text);

  /// The fields of a type, in Go's order; null if it is no structure.
  [[nodiscard]] const std::vector<FieldRow>* find(std::string_view type) const;
  [[nodiscard]] const std::map<std::string_view, std::vector<FieldRow>>& types() const noexcept { return types_; }
  [[nodiscard]] const std::vector<RenamedType>& renamed() const noexcept { return renamed_; }

  /// Whether a release's internal types were seen; if not, they were concluded from the public ones.
  [[nodiscard]] bool is_observed(release::Release release) const noexcept;

  /// "core" or "api".
  [[nodiscard]] std::string_view internal_package(release::Release release) const noexcept;

 private:
  void read_directive(std::string_view line);

  std::map<std::string_view, std::vector<FieldRow>> types_;
  std::vector<RenamedType> renamed_;
  std::vector<RenamedType> packages_;
  std::vector<release::ReleaseRange> observed_;
};

/// Reads "1.8-", "-1.23", "1.16-1.25", "all" or "none".
[[nodiscard]] release::ReleaseRange parse_range(std::string_view text);

}  // namespace podreel::types
