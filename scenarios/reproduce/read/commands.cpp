#include "scenarios/reproduce/read/commands.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "engine/api/ascii.hpp"
#include "scenarios/reproduce/read/cells.hpp"

namespace podreel::reproduce {

namespace {

constexpr std::array<std::string_view, 7> programs{"kubectl",     "oc", "crictl",    "microk8s.kubectl",
                                                   "kubectl.exe", "k",  "journalctl"};
constexpr std::array<std::string_view, 9> verbs{"get",    "describe", "logs", "apply", "create",
                                                "delete", "exec",     "ps",   "events"};

std::vector<std::string_view> command_words(std::string_view line) {
  constexpr std::size_t maximum = 40;
  std::vector<std::string_view> words;
  for (std::string_view word = next_word(line); !word.empty() && words.size() < maximum; word = next_word(line)) {
    words.push_back(word);
  }
  return words;
}

bool is_one_of(std::string_view word, const auto& known) {
  return std::ranges::find(known, word) != known.end();
}

/// Matches "kubectl", "./cluster/kubectl.sh", "#kubectl".
bool is_program(std::string_view word) {
  word.remove_prefix(std::min(word.find_last_of("/#$%>") + 1, word.size()));
  if (word.ends_with(".sh")) word.remove_suffix(3);
  return is_one_of(word, programs);
}

bool is_name(std::string_view word) {
  return !word.empty() && std::ranges::all_of(word, [](char letter) {
    return api::is_lower(letter) || api::is_digit(letter) || letter == '-' || letter == '.';
  }) && word.front() != '-';
}

}  // namespace

bool is_command(std::string_view line) {
  const std::string_view text = trimmed(line);
  if (text.starts_with("```") || text.starts_with("$ ") || text.starts_with("# ")) return true;
  const std::vector<std::string_view> words = command_words(text);
  // A prompt has few words.
  constexpr std::ptrdiff_t max_prompt_length = 6;
  const auto end = words.begin() + std::min<std::ptrdiff_t>(max_prompt_length, std::ssize(words));
  const auto program = std::find_if(words.begin(), end, is_program);
  if (program == end) return false;
  return std::any_of(program, words.end(), [](std::string_view word) { return is_one_of(word, verbs); });
}

std::optional<DescribedPod> described_pod(std::string_view command) {
  constexpr std::array<std::string_view, 3> pods{"pod", "pods", "po"};
  DescribedPod found;
  const std::vector<std::string_view> words = command_words(command);
  for (std::size_t index = 0; index + 1 < words.size(); ++index) {
    const std::string_view word = words[index];
    const std::string_view next = words[index + 1];
    if (word == "-n" || word == "--namespace") found.name_space = is_name(next) ? next : "";
    if (word != "describe") continue;
    const std::size_t slash = next.find('/');
    if (slash != std::string_view::npos && is_one_of(next.substr(0, slash), pods)) found.name = next.substr(slash + 1);
    if (is_one_of(next, pods) && index + 2 < words.size()) found.name = words[index + 2];
  }
  return is_name(found.name) ? std::optional{found} : std::nullopt;
}

}  // namespace podreel::reproduce
