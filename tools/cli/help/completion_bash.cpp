#include <fmt/format.h>

#include "tools/cli/help/completion_model.hpp"

namespace podreel::cli {

namespace {

std::string candidates(const CompletedValues& values) {
  if (values.files) return R"(compopt -o filenames; COMPREPLY=($(compgen -f -- "$word")))";
  if (values.folders) return R"(compopt -o filenames; COMPREPLY=($(compgen -d -- "$word")))";
  return fmt::format("{} {}", values.is_list ? "_podreel_list" : "_podreel_word", offered_words(values));
}

/// bash also splits words at equals signs: the script reassembles `word`, and removes the part before the last equals
/// sign from the candidates.
constexpr std::string_view parts = R"sh(_podreel_offer() { # HEAD WORDS
  mapfile -t COMPREPLY < <(compgen -P "$1" -W "$2" -- "${word#"$1"}")
  if [[ $word == *=* && $COMP_WORDBREAKS == *=* ]]; then COMPREPLY=("${COMPREPLY[@]#"${word%=*}="}"); fi
}
_podreel_word() { _podreel_offer '' "$*"; }
_podreel_list() {
  local head=
  if [[ $word == *,* ]]; then head=${word%,*},; fi
  _podreel_offer "$head" "$*"
}
)sh";

constexpr std::string_view where = R"sh(_podreel() {
  local at=$COMP_CWORD word=${COMP_WORDS[COMP_CWORD]} verb=${COMP_WORDS[1]}
  while (( at > 1 )) && [[ ${COMP_WORDS[at]} == = || ${COMP_WORDS[at-1]} == = ]]; do word=${COMP_WORDS[--at]}$word; done
  local previous=${COMP_WORDS[at-1]}
  if [[ $word == --*=* ]]; then previous=${word%%=*} word=${word#*=}; fi
  COMPREPLY=()
)sh";

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
  script += fmt::format("      if [[ $word == -* ]]; then _podreel_word {}; return; fi\n", long_names(verb.options));
  return script + fmt::format("      {} ;;\n", candidates(verb.arguments));
}

}  // namespace

std::string bash_completion(const CompletedCommand& command) {
  std::vector<std::string> first_words;
  for (const CompletedVerb& verb : command.verbs) first_words.push_back(verb.name);
  std::string script = "# bash completion for podreel, printed by 'podreel completion bash'\n";
  for (const CompletedValues& values : named_values(command)) {
    script += fmt::format("_podreel_{}='{}'\n", values.name, fmt::join(values.words, " "));
  }
  script += parts;
  script += where;
  script += fmt::format("  if (( at == 1 )); then _podreel_word {} {}; return; fi\n  case $verb in\n",
                        fmt::join(first_words, " "), long_names(command.options));
  for (const CompletedVerb& verb : command.verbs) script += bash_case_of(verb);
  return script + "  esac\n}\ncomplete -F _podreel podreel\n";
}

}  // namespace podreel::cli
