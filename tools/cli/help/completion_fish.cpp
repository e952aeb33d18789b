#include <fmt/format.h>

#include "tools/cli/help/completion_model.hpp"

namespace podreel::cli {

namespace {

std::string fish_literal(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '\'' || c == '\\') result += '\\';
    result += c;
  }
  return result;
}

std::string within(const CompletedVerb& verb) {
  return fmt::format("complete -c podreel -n '__fish_seen_subcommand_from {}'", verb.name);
}

/// Returns X of `-a 'X'`.
std::string offered(const CompletedValues& values) {
  const std::string words = offered_words(values);
  return values.is_list ? fmt::format(R"((__fish_complete_list , "printf %s\\\\n {}"))", words) : words;
}

std::string line_for(const CompletedVerb& verb, const CompletedOption& option) {
  std::string line = within(verb);
  for (const std::string& name : option.short_names) line += " -s " + name;
  for (const std::string& name : option.long_names) line += " -l " + name;
  if (option.takes_value && (option.values.files || option.values.folders)) {
    line += " -r -F";
  } else if (option.takes_value) {
    line += fmt::format(" -x -a '{}'", offered(option.values));
  }
  return line + fmt::format(" -d '{}'\n", fish_literal(option.what));
}

}  // namespace

std::string fish_completion(const CompletedCommand& command) {
  std::string script =
      "# fish completion for podreel, printed by 'podreel completion fish'\n"
      "complete -c podreel -f\n";
  for (const CompletedValues& values : named_values(command)) {
    script += fmt::format("set -g _podreel_{} {}\n", values.name, fmt::join(values.words, " "));
  }
  for (const CompletedVerb& verb : command.verbs) {
    script += fmt::format("complete -c podreel -n __fish_use_subcommand -a {} -d '{}'\n", verb.name,
                          fish_literal(verb.summary));
    for (const CompletedOption& option : verb.options) script += line_for(verb, option);
    const CompletedValues& values = verb.arguments;
    if (values.files || values.folders) script += within(verb) + " -F\n";
    if (!values.words.empty()) script += fmt::format("{} -a '{}'\n", within(verb), offered(values));
  }
  return script;
}

}  // namespace podreel::cli
