#include "engine/api/yaml_reader.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <istream>
#include <optional>
#include <streambuf>
#include <utility>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include "engine/api/document_text.hpp"
#include "engine/api/input_limits.hpp"
#include "engine/api/syntax_error.hpp"
#include "engine/api/yaml_events.hpp"

namespace podreel::api {

namespace {

/// Feeds the parser, and stops it where it reads on and on without an event: then its queue of tokens grows.
class BoundedText final : public std::streambuf {
 public:
  BoundedText(std::string_view text, const YamlEvents& events) : events_(events) {
    // The get area is only read, whatever its type says.
    char* begin = const_cast<char*>(text.data());
    setg(begin, begin, begin + text.size());
    ends_with_line_ = text.ends_with('\n');
  }

 protected:
  std::streamsize xsgetn(char* to, std::streamsize wanted) override {
    if (gptr() == egptr()) append_end_marker();
    const std::streamsize size = std::min(wanted, egptr() - gptr());
    count(size);
    std::copy_n(gptr(), size, to);
    setg(eback(), gptr() + size, egptr());
    return size;
  }

 private:
  /// The parser notices the end of the text inside a quoted string only within a line, but always a document marker.
  void append_end_marker() {
    if (!std::exchange(ends_with_line_, false)) return;
    setg(end_marker_.data(), end_marker_.data(), end_marker_.data() + end_marker_.size());
  }

  void count(std::streamsize size) {
    if (events_.events() != events_seen_) {
      events_seen_ = events_.events();
      read_since_event_ = 0;
    }
    read_since_event_ += static_cast<std::size_t>(size);
    if (read_since_event_ <= input_limits.scalar_bytes) return;
    throw SyntaxError{events_.last_mark(), events_.path(),
                      fmt::format("a scalar, a list or map in flow style, or a comment is longer than {} MiB",
                                  input_limits.scalar_bytes / InputLimits::mebi)};
  }

  const YamlEvents& events_;
  bool ends_with_line_ = false;
  std::string end_marker_ = "...\n";
  std::size_t events_seen_ = 0;
  std::size_t read_since_event_ = 0;
};

struct Explanation {
  std::string_view library;
  std::string_view ours;
};

constexpr std::array explanations{
    Explanation{"illegal EOF in scalar", "a quoted string is not closed"},
    Explanation{"illegal document indicator in scalar", "a quoted string is not closed"},
    Explanation{"end of map flow not found", "a map that begins with { is not closed"},
    Explanation{"end of sequence flow not found", "a list that begins with [ is not closed"},
    Explanation{"illegal tab when looking for indentation", "a tab in the indentation; YAML indents with spaces"},
    Explanation{"illegal flow end", "] or } where no such bracket is open"},
    Explanation{"illegal block entry", "a list item (-) is not possible here; check the indentation"},
    Explanation{"illegal map key", "a key is not possible here; check the indentation"},
    Explanation{"illegal map value",
                "a second \": \" in one line, or wrong indentation; quote text that contains \": \""},
    Explanation{"end of map not found", "the indentation does not match any open map"},
    Explanation{"end of sequence not found", "the indentation does not match any open list"},
    Explanation{"unknown token", "a value cannot begin with this character; quote it"},
    Explanation{"the referenced anchor is not defined", "the alias refers to an anchor that is not defined"},
};

/// The rest of these texts differs between versions of the library.
std::string explain(const std::string& message) {
  for (const Explanation& explanation : explanations) {
    if (message.starts_with(explanation.library)) return std::string{explanation.ours};
  }
  return "invalid YAML: " + abbreviated(message);
}

std::string_view line_of(std::string_view text, int line) {
  for (; line > 1; --line) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos) return {};
    text.remove_prefix(end + 1);
  }
  return text.substr(0, text.find('\n'));
}

/// The tab in the indentation of the line at which the parser gave up, or of the one before.
std::optional<Mark> tab_in_indentation(std::string_view text, int line) {
  for (const int candidate : {line - 1, line}) {
    if (candidate < 1) continue;
    const std::string_view content = line_of(text, candidate);
    const std::size_t indentation = std::min(content.find_first_not_of(" \t"), content.size());
    const std::size_t tab = content.substr(0, indentation).find('\t');
    if (tab != std::string_view::npos) return Mark{candidate, static_cast<int>(tab) + 1};
  }
  return std::nullopt;
}

std::size_t offset_of(std::string_view text, Mark mark) {
  const std::string_view line = line_of(text, mark.line);
  return static_cast<std::size_t>(line.data() - text.data()) + static_cast<std::size_t>(mark.column - 1);
}

/// The quote that opens the first string after the value at `from`, which may be quoted itself.
Mark opening_quote(std::string_view text, Mark from) {
  std::size_t at = offset_of(text, from);
  if (at < text.size() && (text[at] == '"' || text[at] == '\'')) {
    at = std::min(text.find(text[at], at + 1), text.size() - 1) + 1;
  }
  constexpr std::string_view before_a_value = " \t\n[{,:";
  for (; at < text.size(); ++at) {
    const bool quote = text[at] == '"' || text[at] == '\'';
    if (quote && (at == 0 || before_a_value.find(text[at - 1]) != std::string_view::npos)) return mark_at(text, at);
  }
  return from;
}

SyntaxError syntax_error(const YAML::Exception& error, std::string_view text, const YamlEvents& events) {
  Mark mark = events.last_mark();
  if (!error.mark.is_null()) mark = {error.mark.line + 1, error.mark.column + 1};
  if (const std::optional<Mark> tab = tab_in_indentation(text, mark.line)) {
    return {*tab, events.path(), "a tab in the indentation; YAML indents with spaces"};
  }
  const bool unclosed = error.msg.ends_with("in scalar");
  return {unclosed ? opening_quote(text, events.last_mark()) : mark, events.path(), explain(error.msg)};
}

}  // namespace

std::vector<Tree> read_yaml(std::string_view text) {
  if (std::optional<SyntaxError> error = check_yaml_text(text)) throw *std::move(error);
  YamlEvents events{text};
  BoundedText buffer{text, events};
  std::istream stream{&buffer};
  try {
    YAML::Parser parser{stream};
    while (parser.HandleNextDocument(events)) continue;
  } catch (const YAML::Exception& error) {
    throw syntax_error(error, text, events);
  } catch (SyntaxError& error) {
    if (error.path.empty()) error.path = events.path();
    throw;
  }
  return events.take();
}

}  // namespace podreel::api
