#include "scenarios/format/plain_command.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <span>

namespace podreel::format {

namespace {

using namespace std::chrono_literals;

constexpr std::array<std::string_view, 3> shells{"sh", "bash", "ash"};
constexpr std::array<std::string_view, 14> instant{"echo", "printf", "true",  ":",     "date",  "mkdir",    "export",
                                                   "cd",   "pwd",    "uname", "chmod", "umask", "hostname", "id"};
constexpr std::array<std::string_view, 8> interpreted{"sleep", "exit", "false", "touch", "rm", "cat", "test", "tail"};

template <std::size_t Count>
bool contains(const std::array<std::string_view, Count>& words, std::string_view word) {
  return std::ranges::find(words, word) != words.end();
}

/// Returns "sh" for "/bin/sh".
std::string_view program_of(std::string_view word) {
  return word.substr(word.rfind('/') + 1);
}

/// A word of a shell script, or an operator.
struct Token {
  std::string text{};
  bool is_operator = false;
  /// Its value depends on variables, other commands or files.
  bool is_expanded = false;
};

/// Splits a shell script into words and operators.
class Tokenizer {
 public:
  explicit Tokenizer(std::string_view script) : rest_{script} {}

  std::vector<Token> tokens() {
    while (!rest_.empty()) step();
    end_word();
    return std::move(tokens_);
  }

 private:
  void step() {
    constexpr std::array<std::string_view, 11> operators{"&&", "||", ">>", ";", "\n", ">", "<", "|", "&", "(", ")"};
    for (const std::string_view candidate : operators) {
      if (!rest_.starts_with(candidate)) continue;
      end_word();
      tokens_.push_back({std::string{candidate}, true});
      rest_.remove_prefix(candidate.size());
      return;
    }
    const char first = rest_.front();
    if (first == ' ' || first == '\t') {
      end_word();
      rest_.remove_prefix(1);
    } else if (first == '\'' || first == '"') {
      take_quoted(first);
    } else if (first == '$' || first == '`') {
      take_expansion();
    } else {
      word_.is_expanded |= std::string_view{"*?~"}.find(first) != std::string_view::npos && rest_.size() > 1;
      take(first == '\\' && rest_.size() > 1 ? 1 : 0, 1);
    }
  }

  /// Skips and then appends the given numbers of characters.
  void take(std::size_t skipped, std::size_t appended) {
    rest_.remove_prefix(skipped);
    word_.text += rest_.substr(0, appended);
    rest_.remove_prefix(std::min(appended, rest_.size()));
    has_word_ = true;
  }

  void take_quoted(char quote) {
    const std::size_t end = std::min(rest_.find(quote, 1), rest_.size());
    const std::string_view inside = rest_.substr(1, end - 1);
    word_.is_expanded |= quote == '"' && inside.find_first_of("$`") != std::string_view::npos;
    word_.text += inside;
    has_word_ = true;
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
  }

  /// Takes "$name", "$(command)" or "`command`".
  void take_expansion() {
    word_.is_expanded = true;
    std::size_t end = 1;
    if (rest_.front() == '`') end = std::min(rest_.find('`', 1), rest_.size() - 1) + 1;
    if (rest_.starts_with("$(")) end = std::min(rest_.find(')'), rest_.size() - 1) + 1;
    take(0, end);
  }

  void end_word() {
    if (has_word_) tokens_.push_back(std::move(word_));
    word_ = {};
    has_word_ = false;
  }

  std::string_view rest_;
  std::vector<Token> tokens_;
  Token word_;
  bool has_word_ = false;
};

std::optional<sim::Duration> seconds_of(std::string_view word) {
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  const std::string_view unit = word.substr(static_cast<std::size_t>(end - word.data()));
  if (error != std::errc{}) return std::nullopt;
  if (unit.empty() || unit == "s") return std::chrono::seconds{number};
  if (unit == "m") return std::chrono::minutes{number};
  if (unit == "h") return std::chrono::hours{number};
  if (unit == "d") return std::chrono::hours{24} * number;
  return std::nullopt;
}

/// Interprets commands one after another.
class Interpreter {
 public:
  explicit Interpreter(KnownFiles files) : files_{std::move(files)} {}

  CommandOutcome run(const std::vector<std::string>& command) {
    std::vector<Token> words;
    for (const std::string& word : command) words.push_back({word});
    run_simple(words);
    if (outcome_.runs_for) outcome_.runs_for = now_;
    return std::move(outcome_);
  }

 private:
  /// Nothing after this point happens, or can be predicted.
  [[nodiscard]] bool has_ended() const noexcept {
    return has_exited_ || !outcome_.runs_for || !outcome_.unknown.empty();
  }

  void run_script(std::string_view script) {
    const std::vector<Token> tokens = Tokenizer{script}.tokens();
    std::string_view joint = ";";
    for (std::size_t begin = 0; begin < tokens.size() && !has_ended();) {
      const auto first = tokens.begin() + static_cast<std::ptrdiff_t>(begin);
      const auto end = std::find_if(first, tokens.end(), [](const Token& token) { return ends_command(token); });
      const bool runs = (joint != "&&" || outcome_.exit_code == 0) && (joint != "||" || outcome_.exit_code != 0);
      const std::vector<Token> words{first, end};
      if (!words.empty() && runs) run_statement(words);
      if (end == tokens.end()) return;
      joint = end->text;
      begin = static_cast<std::size_t>(end - tokens.begin()) + 1;
    }
  }

  static bool ends_command(const Token& token) {
    return token.is_operator && (token.text == ";" || token.text == "\n" || token.text == "&&" || token.text == "||");
  }

  void run_statement(std::vector<Token> words) {
    const std::string& first = words.front().text;
    if (first == "done" || first == "do") words.erase(words.begin());
    if (words.empty()) return;
    if (words.front().text == "while" && words.size() == 2 && (words[1].text == "true" || words[1].text == ":")) {
      outcome_.runs_for.reset();
      return;
    }
    constexpr std::array<std::string_view, 8> keywords{"while", "until", "if", "for", "case", "trap", "wait", "{"};
    if (contains(keywords, words.front().text)) return stop_at(words);
    if (words.front().text == "set") {
      stops_at_errors_ |= words.size() > 1 && words[1].text.find('e') != std::string::npos;
      return;
    }
    run_simple(words);
    if (stops_at_errors_ && outcome_.exit_code != 0) has_exited_ = true;
  }

  /// Runs a command without operators other than redirections.
  void run_simple(std::vector<Token> words) {
    std::vector<Token> written;
    for (std::size_t index = 0; index < words.size(); ++index) {
      if (!words[index].is_operator) continue;
      const bool is_output = words[index].text == ">" || words[index].text == ">>";
      if (!is_output || index + 1 >= words.size() || words[index + 1].is_operator) return stop_at(words);
      written.push_back(words[index + 1]);
      const auto at = words.begin() + static_cast<std::ptrdiff_t>(index);
      words.erase(at, at + 2);
      --index;
    }
    if (!words.empty() && words.front().text == "exec") words.erase(words.begin());
    outcome_.exit_code = 0;
    outcome_.output.clear();
    if (!words.empty()) run_program(words);
    if (has_ended() && !outcome_.unknown.empty()) return;
    for (const Token& file : written) set_file(file, true);
  }

  void run_program(const std::vector<Token>& words) {
    const std::string_view program = program_of(words.front().text);
    const std::span<const Token> arguments{words.data() + 1, words.size() - 1};
    if (contains(instant, program)) return;
    const bool is_expanded = std::ranges::any_of(words, &Token::is_expanded);
    if (is_expanded || words.front().text.find('=') != std::string::npos) return stop_at(words);
    if (contains(shells, program)) return run_shell(words, arguments);
    if (program == "sleep" && arguments.size() == 1) return sleep(words);
    if (program == "exit" && arguments.size() <= 1) return exit(words, arguments);
    if (program == "false") return fail("");
    if (program == "tail" && !arguments.empty() && arguments[0].text.starts_with('-') &&
        arguments[0].text.find_first_of("fF") != std::string::npos) {
      outcome_.runs_for.reset();
      return;
    }
    if (program == "touch") return for_files(arguments, [this](const Token& file) { set_file(file, true); });
    if (program == "rm") return remove(arguments);
    if (program == "cat" && !arguments.empty()) {
      return for_files(
          arguments, [this](const Token& file) { need(file.text, "cat: can't open '{}': No such file or directory"); });
    }
    if ((program == "test" || program == "[") && arguments.size() >= 2 &&
        (arguments[0].text == "-f" || arguments[0].text == "-e")) {
      return need(arguments[1].text, "");
    }
    stop_at(words);
  }

  void run_shell(const std::vector<Token>& words, std::span<const Token> arguments) {
    const bool takes_script =
        arguments.size() >= 2 && arguments[0].text.starts_with('-') && arguments[0].text.ends_with('c');
    if (!takes_script) return stop_at(words);
    stops_at_errors_ |= arguments[0].text.find('e') != std::string::npos;
    run_script(arguments[1].text);
    has_exited_ = false;
  }

  void sleep(const std::vector<Token>& words) {
    const auto span = seconds_of(words[1].text);
    if (words[1].text == "infinity" || words[1].text == "inf") {
      outcome_.runs_for.reset();
    } else if (span) {
      now_ += *span;
    } else {
      stop_at(words);
    }
  }

  void exit(const std::vector<Token>& words, std::span<const Token> arguments) {
    if (!arguments.empty()) {
      const auto code = seconds_of(arguments[0].text);
      if (!code) return stop_at(words);
      outcome_.exit_code = static_cast<std::int32_t>(*code / 1s % 256);
    }
    has_exited_ = true;
  }

  void remove(std::span<const Token> arguments) {
    const bool is_forced = std::ranges::any_of(arguments, [](const Token& argument) {
      return argument.text.starts_with('-') && argument.text.find('f') != std::string::npos;
    });
    for_files(arguments, [this, is_forced](const Token& file) {
      if (!is_forced) need(file.text, "rm: can't remove '{}': No such file or directory");
      set_file(file, false);
    });
  }

  template <class Use>
  void for_files(std::span<const Token> arguments, const Use& use) {
    for (const Token& argument : arguments) {
      if (!argument.text.starts_with('-')) use(argument);
    }
  }

  void fail(std::string output) {
    outcome_.exit_code = 1;
    outcome_.output = std::move(output);
  }

  /// Fails with this text if the file is known not to exist.
  void need(const std::string& path, std::string_view error) {
    const auto known = files_.find(path);
    if (known != files_.end() && !known->second) fail(fmt::format(fmt::runtime(error), path));
  }

  void set_file(const Token& file, bool exists) {
    if (file.is_expanded) return;
    files_[file.text] = exists;
    outcome_.changes.push_back({now_, file.text, exists});
  }

  void stop_at(const std::vector<Token>& words) {
    std::vector<std::string_view> texts;
    for (const Token& word : words) texts.push_back(word.text);
    outcome_.unknown = fmt::format("{}", fmt::join(texts, " "));
  }

  KnownFiles files_;
  CommandOutcome outcome_;
  sim::Duration now_{};
  bool has_exited_ = false;
  bool stops_at_errors_ = false;
};

}  // namespace

CommandOutcome outcome_of(const std::vector<std::string>& command, KnownFiles files) {
  return Interpreter{std::move(files)}.run(command);
}

bool is_plain_program(std::string_view word) {
  const std::string_view program = program_of(word);
  return contains(shells, program) || contains(interpreted, program) || contains(instant, program);
}

}  // namespace podreel::format
