#include "scenarios/reproduce/read/read.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <vector>

#include "engine/api/document.hpp"
#include "engine/api/printable.hpp"
#include "scenarios/reproduce/read/cells.hpp"
#include "scenarios/reproduce/read/describe.hpp"
#include "scenarios/reproduce/read/event_rows.hpp"
#include "scenarios/reproduce/read/kubelet_log.hpp"
#include "scenarios/reproduce/read/objects.hpp"
#include "scenarios/reproduce/read/pod_rows.hpp"

namespace podreel::reproduce {

namespace {

constexpr std::size_t longest_line = 64 * 1024;
constexpr std::size_t most_lines = 100'000;
constexpr std::size_t most_observations = 500;
constexpr std::size_t most_pods = 40;

/// What stands around a paste in an issue: quotes, fences, prompts.
std::string_view without_quote_marks(std::string_view line) {
  while (line.starts_with("> ")) line.remove_prefix(2);
  return line;
}

/// Letters of any language are made sure of, tabs stay.
bool is_plain(std::string_view line) {
  return std::ranges::all_of(line, [](char letter) { return letter == '\t' || (letter >= ' ' && letter <= '~'); });
}

bool is_command(std::string_view line) {
  const std::string_view text = trimmed(line);
  return text.starts_with("```") || text.starts_with("$ ") || text.starts_with("# ") || text.starts_with("kubectl ");
}

/// A line that a YAML or JSON object may begin with.
bool begins_object(std::string_view line) {
  constexpr std::array<std::string_view, 5> words{"apiVersion:", "kind:", "status:", "metadata:", "spec:"};
  if (line.starts_with('{')) return true;
  return std::ranges::any_of(words, [line](std::string_view word) { return line.starts_with(word); });
}

bool goes_on(std::string_view line, bool is_json) {
  if (is_json) return true;
  if (line.empty() || line.starts_with(' ') || line.starts_with("- ")) return true;
  return begins_object(line) || line.starts_with("items:") || line.starts_with("---");
}

class PasteReader {
 public:
  explicit PasteReader(Evidence& evidence) : evidence_{evidence}, describe_{evidence} {}

  void read(std::string_view text) {
    for (int number = 1; !text.empty() && evidence_.lines < most_lines; ++number) {
      const std::string_view line = text.substr(0, text.find('\n'));
      take_line(line.substr(0, line.size() - (line.ends_with('\r') ? 1 : 0)), number);
      text.remove_prefix(std::min(line.size() + 1, text.size()));
    }
    if (!text.empty()) note("the paste is cut after {} lines", most_lines);
    end_object();
    date_objects(objects_, evidence_);
  }

 private:
  enum class Table : std::uint8_t { none, events, pods, crictl };

  template <class... Values>
  void note(fmt::format_string<Values...> text, Values&&... values) {
    evidence_.notes.push_back(fmt::format(text, std::forward<Values>(values)...));
  }

  void take_line(std::string_view line, int number) {
    const std::string plain = is_plain(line) ? std::string{} : api::printable_line(line);
    line = without_quote_marks(plain.empty() ? line : plain);
    if (!object_.empty() && goes_on(line, object_.starts_with('{')) && object_.size() < api_text_limit) {
      object_.append(line).append("\n");
      return;
    }
    end_object();
    if (trimmed(line).empty()) return;
    ++evidence_.lines;
    const bool is_object = begins_object(line);
    if ((line.size() > longest_line && !is_object) || !has_room()) {
      ++evidence_.unread_lines;
    } else if (is_object) {
      object_ = std::string{line} + "\n";
      object_line_ = number;
    } else if (!take(line, number)) {
      ++evidence_.unread_lines;
    }
  }

  [[nodiscard]] bool has_room() const {
    std::size_t seen = 0;
    for (const SeenPod& pod : evidence_.pods) seen += pod.observations();
    return seen < most_observations && evidence_.pods.size() < most_pods;
  }

  bool take(std::string_view line, int number) {
    if (is_log_line(line)) return take_log(line, number);
    if (is_command(line)) {
      table_ = Table::none;
      describe_.leave();
      return true;
    }
    if (take_header(line)) return true;
    if (auto row = described_event(line)) {
      table_ = Table::events;
      return take_event(*std::move(row), number);
    }
    if (table_ == Table::events && !columns_.empty()) {
      if (auto row = listed_event(columns_, line)) return take_event(*std::move(row), number);
    }
    if (table_ == Table::crictl) {
      if (auto row = crictl_row(columns_, line)) return take_crictl(*row, number);
    }
    if (auto row = pod_row(line)) return take_pod_row(*row, number);
    if (trimmed(line).starts_with("----") || take_refused_log(line, number)) return true;
    return describe_.take(line, number);
  }

  bool take_header(std::string_view line) {
    Columns columns{trimmed(line)};
    if (is_event_header(columns)) {
      table_ = Table::events;
      columns_ = columns.has("LASTSEEN") ? Columns{line} : Columns{};
      if (columns_.empty()) evidence_.pod(describe_.pod()).has_event_table = true;
    } else if (columns.has("READY") && columns.has("STATUS")) {
      table_ = Table::pods;
      describe_.leave();
    } else if (is_crictl_header(columns)) {
      table_ = Table::crictl;
      columns_ = Columns{line};
    } else {
      return false;
    }
    return true;
  }

  bool take_event(EventRow row, int number) {
    row.event.line = number;
    if (!row.kind.empty() && row.kind != "pod") return true;
    SeenPod& pod = evidence_.pod(row.name.empty() ? describe_.pod() : row.name);
    if (!row.name_space.empty()) pod.name_space = row.name_space;
    if (!row.name.empty()) pod.has_event_table = true;
    pod.events.push_back(std::move(row.event));
    return true;
  }

  bool take_pod_row(PodRow row, int number) {
    row.row.line = number;
    SeenPod& pod = evidence_.pod(row.name);
    if (!row.name_space.empty()) pod.name_space = row.name_space;
    pod.rows.push_back(row.row);
    return true;
  }

  bool take_crictl(const CrictlRow& row, int number) {
    SeenContainer& container = evidence_.pod(row.pod).container(row.container);
    const std::uint32_t known = container.restarts.value_or(0);
    if (container.restarts && row.attempt < known) return true;
    container.line = number;
    container.restarts = row.attempt;
    container.state = row.state == "Exited" ? "Terminated" : row.state;
    return true;
  }

  /// kubectl logs: `container "app" in pod "web" is waiting to start: PodInitializing`.
  bool take_refused_log(std::string_view line, int number) {
    constexpr std::string_view words = "is waiting to start: ";
    const std::size_t reason = line.find(words);
    const std::size_t container = line.find("container \"");
    const std::size_t pod = line.find("in pod \"");
    if (reason == std::string_view::npos || container > pod || pod > reason) return false;
    const auto quoted = [line](std::size_t at) {
      const std::string_view rest = line.substr(line.find('"', at) + 1);
      return rest.substr(0, rest.find('"'));
    };
    SeenContainer& seen = evidence_.pod(quoted(pod)).container(quoted(container));
    seen.line = number;
    seen.state = "Waiting";
    seen.waiting_reason = trimmed(line.substr(reason + words.size()));
    return true;
  }

  bool take_log(std::string_view line, int number) {
    LoggedErrors logged = logged_errors(line, number);
    SeenPod& pod = evidence_.pod(logged.pod);
    if (!logged.name_space.empty()) pod.name_space = logged.name_space;
    for (SeenError& error : logged.errors) {
      if (error.action.find("Sandbox") != std::string::npos || error.action == "KillPod") error.container.clear();
      pod.errors.push_back(std::move(error));
    }
    return true;
  }

  void end_object() {
    if (object_.empty()) return;
    const api::LoadedFile loaded = api::load_documents(object_, object_.starts_with('{') ? "paste.json" : "paste");
    object_.clear();
    if (!loaded.problems.empty()) {
      note("line {}: the object cannot be read: {}", object_line_, loaded.problems.front().message);
    }
    for (const api::Tree& document : loaded.documents) {
      nlohmann::json object = api::to_json(document);
      if (!read_object(object, object_line_, evidence_)) {
        note("line {}: neither a Pod nor an Event", object_line_);
      } else {
        objects_.push_back(std::move(object));
      }
    }
  }

  static constexpr std::size_t api_text_limit = 16U << 20U;

  Evidence& evidence_;
  DescribeReader describe_;
  Table table_ = Table::none;
  Columns columns_;
  std::string object_;
  int object_line_ = 0;
  std::vector<nlohmann::json> objects_;
};

}  // namespace

void read_paste(std::string_view text, Evidence& evidence) {
  PasteReader{evidence}.read(text);
}

}  // namespace podreel::reproduce
