// Meaning of an unquoted YAML scalar to kubectl: YAML 1.1 as go-yaml v2 reads it (sigs.k8s.io/yaml).
#pragma once

#include <string>

#include "engine/api/document.hpp"

namespace podreel::api {

/// Booleans: true/yes/on/y and their opposites in lower, Title and UPPER case. Null: empty, ~, null. Integers: decimal,
/// 0 or 0o octal, 0x, 0b, with underscores. Timestamps stay strings. Numbers get the text that Go writes into JSON, so
/// `0777` is "511" and `1.0` the integer "1". Throws SyntaxError if a number does not fit or JSON cannot express it.
[[nodiscard]] Tree resolve_plain_scalar(const std::string& text, Mark mark);

/// Resolves a scalar with a tag: "!" (quoted), "?" (none), or !!str, !!int, !!float, !!bool, !!null, !!timestamp as
/// full URIs. Throws SyntaxError if the text is not of that type, and for other tags.
[[nodiscard]] Tree resolve_scalar(const std::string& text, const std::string& tag, Mark mark);

/// A scalar as a key: sigs.k8s.io/yaml makes integers, numbers and booleans text. Throws SyntaxError for null.
[[nodiscard]] std::string key_text(const Tree& scalar);

/// The node of a number written in JSON or YAML.
[[nodiscard]] Tree number_node(double value, Mark mark);

}  // namespace podreel::api
