#include "scenarios/reproduce/read/read.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <vector>

#include "engine/api/document.hpp"
#include "engine/manifests/workloads.hpp"
#include "scenarios/reproduce/read/cells.hpp"
#include "scenarios/reproduce/read/commands.hpp"
#include "scenarios/reproduce/read/decoration.hpp"
#include "scenarios/reproduce/read/describe.hpp"
#include "scenarios/reproduce/read/event_rows.hpp"
#include "scenarios/reproduce/read/event_words.hpp"
#include "scenarios/reproduce/read/kubelet_log.hpp"
#include "scenarios/reproduce/read/object_text.hpp"
#include "scenarios/reproduce/read/objects.hpp"
#include "scenarios/reproduce/read/pod_rows.hpp"
#include "scenarios/reproduce/read/refusals.hpp"

namespace podreel::reproduce {

namespace {

constexpr std::size_t max_line_length = 64 * 1024;
constexpr std::size_t max_lines = 100'000;
constexpr std::size_t max_observations = 500;
constexpr std::size_t max_pods = 40;

class PasteReader {
 public:
  explicit PasteReader(Evidence& evidence) : evidence_{evidence}, describe_{evidence} {}

  void read(std::string_view text) {
    for (int number = 1; !text.empty() && evidence_.lines < max_lines; ++number) {
      const std::string_view line = text.substr(0, text.find('\n'));
      take_line(line.substr(0, line.size() - (line.ends_with('\r') ? 1 : 0)), number);
      text.remove_prefix(std::min(line.size() + 1, text.size()));
    }
    if (!text.empty()) note("only the first {} lines of the input are read", max_lines);
    end_object();
    date_objects(objects_, evidence_);
    date_rows(evidence_);
  }

 private:
  enum class Table : std::uint8_t { none, events, pods, crictl };

  template <class... Values>
  void note(fmt::format_string<Values...> text, Values&&... values) {
    evidence_.notes.push_back(fmt::format(text, std::forward<Values>(values)...));
  }

  void take_line(std::string_view pasted, int number) {
    const std::string line =
        pasted.size() > max_line_length && object_.empty() ? std::string{pasted} : undecorated(pasted);
    if (!object_.empty() && object_.take(line)) return;
    end_object();
    if (trimmed(line).empty()) {
      is_continued_ = false;
      return;
    }
    ++evidence_.lines;
    if (!has_room()) {
      ++evidence_.unread_lines;
    } else if (object_.begin(line)) {
      object_line_ = number;
    } else if (line.size() > max_line_length || !take(line, number)) {
      ++evidence_.unread_lines;
    }
  }

  [[nodiscard]] bool has_room() const {
    std::size_t seen = 0;
    for (const SeenPod& pod : evidence_.pods) {
      seen += pod.events.size() + pod.rows.size() + pod.errors.size() + pod.containers.size();
    }
    return seen < max_observations && evidence_.pods.size() < max_pods;
  }

  bool take(std::string_view line, int number) {
    if (is_log_line(line)) return take_log(line, number);
    if (auto row = described_event(line)) {
      table_ = Table::events;
      return take_event(*std::move(row), number);
    }
    if (table_ == Table::events && !columns_.empty()) {
      if (auto row = listed_event(columns_, line)) return take_event(*std::move(row), number);
    }
    if (auto row = event_by_words(line)) return take_event(*std::move(row), number);
    if (is_command(line)) return take_command(line);
    if (take_header(line)) return true;
    if (table_ == Table::crictl) {
      if (auto row = crictl_row(columns_, line)) return take_crictl(*row, number);
    }
    if (auto row = pod_row(line)) return take_pod_row(*row, number);
    if (trimmed(line).starts_with("----") || take_refusal(line, number)) return true;
    return describe_.take(line, number) || take_continuation(line);
  }

  /// Ends the previous text, and remembers the pod that the command asks for.
  bool take_command(std::string_view line) {
    table_ = Table::none;
    is_continued_ = false;
    describe_.leave();
    const auto asked = described_pod(line);
    if (!asked) return true;
    describe_.set_pod(asked->name);
    if (!asked->name_space.empty()) evidence_.pod(asked->name).name_space = asked->name_space;
    return true;
  }

  bool take_header(std::string_view line) {
    Columns columns{trimmed(line)};
    if (is_event_header(columns)) {
      table_ = Table::events;
      columns_ = Columns{line};
      const bool names_objects = columns_.has("OBJECT") || columns_.has("NAME") || columns_.has("KIND");
      if (!names_objects) evidence_.pod(describe_.pod()).has_event_table = true;
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
    continued_ = pod.name;
    is_continued_ = true;
    return true;
  }

  /// Continues a message over line feeds, and lines that terminals and mails have wrapped.
  bool take_continuation(std::string_view line) {
    constexpr std::size_t max_message_length = 4096;
    if (!is_continued_) return false;
    std::string& message = evidence_.pod(continued_).events.back().message;
    if (message.size() > max_message_length) return false;
    if (!message.empty()) message += ' ';
    message += trimmed(line);
    return true;
  }

  bool take_pod_row(PodRow row, int number) {
    row.row.line = number;
    is_continued_ = false;
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

  bool take_refusal(std::string_view line, int number) {
    if (const std::string missing = missing_pod(line); !missing.empty()) {
      note("line {}: the API server reports that pod {} does not exist", number, missing);
      return true;
    }
    const auto refused = refused_log(line);
    if (!refused) return false;
    SeenContainer& seen = evidence_.pod(refused->pod).container(refused->container);
    seen.line = number;
    seen.state = "Waiting";
    seen.waiting_reason = refused->reason;
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
    const bool is_cut = object_.is_cut();
    const char* const file = object_.is_json() ? "paste.json" : "paste";
    const api::LoadedFile loaded = api::load_documents(object_.release(), file);
    if (!loaded.problems.empty()) {
      note("line {}: cannot read the object{}: {}", object_line_, is_cut ? ", which is incomplete" : "",
           loaded.problems.front().message);
    }
    for (const api::Tree& document : loaded.documents) take_document(document);
  }

  void take_document(const api::Tree& document) {
    nlohmann::json object = api::to_json(document);
    if (read_object(object, object_line_, evidence_)) {
      objects_.push_back(std::move(object));
      return;
    }
    std::vector<api::Problem> problems;
    const auto pods = manifests::pods_of(document, "paste", problems);
    if (pods.empty() || !problems.empty())
      return note("line {}: the object is neither a Pod nor an Event", object_line_);
    for (const manifests::ManifestPod& found : pods) {
      const std::string workload = found.owner.substr(found.owner.rfind('/') + 1);
      evidence_.manifests.push_back({.name = workload, .spec = found.pod["spec"]});
    }
  }

  Evidence& evidence_;
  DescribeReader describe_;
  Table table_ = Table::none;
  Columns columns_;
  /// The pod whose last event may continue in the next line.
  std::string continued_;
  bool is_continued_ = false;
  ObjectText object_;
  int object_line_ = 0;
  std::vector<nlohmann::json> objects_;
};

}  // namespace

void read_paste(std::string_view text, Evidence& evidence) {
  PasteReader{evidence}.read(text);
}

}  // namespace podreel::reproduce
