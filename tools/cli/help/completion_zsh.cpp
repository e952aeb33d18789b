#include <fmt/format.h>

#include "tools/cli/help/completion_model.hpp"

namespace podreel::cli {

namespace {

/// Escapes text for single quotes, and brackets and colons, which separate the fields of a specification.
std::string zsh_literal(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '\'') {
      result += "'\\''";
      continue;
    }
    if (c == '[' || c == ']' || c == ':') result += '\\';
    result += c;
  }
  return result;
}

std::string action_for(const CompletedValues& values) {
  if (values.files) return "_files";
  if (values.folders) return "_files -/";
  if (values.words.empty()) return " ";
  const std::string words = offered_words(values);
  return values.is_list ? "_sequence compadd - " + words : "(" + words + ")";
}

std::string zsh_case_of(const CompletedVerb& verb) {
  std::string script = fmt::format("    {})\n      _arguments", verb.name);
  for (const CompletedOption& option : verb.options) {
    const std::string value =
        option.takes_value ? fmt::format(":{}:{}", zsh_literal(option.value_name), action_for(option.values)) : "";
    for (const std::string& name : dashed_names(option)) {
      script += fmt::format(" \\\n        '*{}[{}]{}'", name, zsh_literal(option.what), value);
    }
  }
  return script + fmt::format(" \\\n        '*:argument:{}' ;;\n", action_for(verb.arguments));
}

}  // namespace

std::string zsh_completion(const CompletedCommand& command) {
  std::string script =
      "#compdef podreel\n"
      "# zsh completion for podreel, printed by 'podreel completion zsh'\n"
      "_podreel() {\n";
  for (const CompletedValues& values : named_values(command)) {
    script += fmt::format("  local -a _podreel_{}=({})\n", values.name, fmt::join(values.words, " "));
  }
  script +=
      "  local -a verbs\n"
      "  verbs=(\n";
  for (const CompletedVerb& verb : command.verbs) {
    script += fmt::format("    '{}:{}'\n", verb.name, zsh_literal(verb.summary));
  }
  script +=
      "  )\n"
      "  if (( CURRENT == 2 )); then\n"
      "    _describe 'verb' verbs\n"
      "    return\n"
      "  fi\n"
      "  local verb=$words[2]\n"
      "  shift words\n"
      "  (( CURRENT-- ))\n"
      "  case $verb in\n";
  for (const CompletedVerb& verb : command.verbs) script += zsh_case_of(verb);
  return script +
         "  esac\n"
         "}\n"
         "if [ \"$funcstack[1]\" = \"_podreel\" ]; then _podreel \"$@\"; else compdef _podreel podreel; fi\n";
}

}  // namespace podreel::cli
