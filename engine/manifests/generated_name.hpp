// Names as API servers make them up.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace podreel::manifests {

/// Number of different letters in generated names (apimachinery, util/rand).
inline constexpr std::uint64_t name_letters = 27;

/// Returns `count` letters of a generated name, another text for each number below name_letters to the power of
/// `count`.
[[nodiscard]] std::string generated_letters(std::uint64_t number, std::size_t count);

/// Returns the name that the API server makes of generateName and letters: at most 63 characters, 58 of the prefix
/// (apiserver, storage/names/generate.go).
[[nodiscard]] std::string generated_name(std::string_view prefix, std::string_view letters);

/// Five letters as the API server appends to generateName, here a function of a name.
[[nodiscard]] std::string name_suffix(std::string_view full_name);

}  // namespace podreel::manifests
