#include <fmt/format.h>

#include "tools/cli/completion_model.hpp"

namespace podreel::cli {

namespace {

std::string candidates(const CompletedValues& values) {
  if (values.files) return R"(compopt -o filenames; COMPREPLY=($(compgen -f -- "$word")))";
  if (values.folders) return R"(compopt -o filenames; COMPREPLY=($(compgen -d -- "$word")))";
  return fmt::format(R"(COMPREPLY=($(compgen -W "{}" -- "$word")))", fmt::join(values.words, " "));
}

std::string long_names(const std::vector<CompletedOption>& options) {
  std::vector<std::string> names;
  for (const CompletedOption& option : options) {
    for (const std::string& name : option.long_names) names.push_back("--" + name);
  }
  return fmt::format("{}", fmt::join(names, " "));
}

std::string bash_case_of(const CompletedVerb& verb) {
  std::string script = fmt::format("    {})\n      case $previous in\n", verb.name);
  for (const CompletedOption& option : verb.options) {
    if (!option.takes_value) continue;
    script +=
        fmt::format("        {}) {}; return ;;\n", fmt::join(dashed_names(option), "|"), candidates(option.values));
  }
  script += "      esac\n";
  script += fmt::format("      if [[ $word == -* ]]; then COMPREPLY=($(compgen -W \"{}\" -- \"$word\")); return; fi\n",
                        long_names(verb.options));
  return script + fmt::format("      {} ;;\n", candidates(verb.arguments));
}

}  // namespace

std::string bash_completion(const CompletedCommand& command) {
  std::vector<std::string> first_words;
  for (const CompletedVerb& verb : command.verbs) first_words.push_back(verb.name);
  std::string script =
      "# bash completion for podreel, printed by 'podreel completion bash'\n"
      "_podreel() {\n"
      "  local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} verb=${COMP_WORDS[1]}\n"
      "  COMPREPLY=()\n"
      "  if (( COMP_CWORD == 1 )); then\n";
  script += fmt::format("    COMPREPLY=($(compgen -W \"{} {}\" -- \"$word\"))\n    return\n  fi\n  case $verb in\n",
                        fmt::join(first_words, " "), long_names(command.options));
  for (const CompletedVerb& verb : command.verbs) script += bash_case_of(verb);
  return script + "  esac\n}\ncomplete -F _podreel podreel\n";
}

}  // namespace podreel::cli
