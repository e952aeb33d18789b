#include "scenarios/reproduce/read/read.hpp"

#include <algorithm>
#include <array>
#include <boost/regex.hpp>
#include <fmt/format.h>
#include <vector>

#include "engine/api/document.hpp"
#include "engine/manifests/workloads.hpp"
#include "scenarios/reproduce/known_causes.hpp"
#include "scenarios/reproduce/read/bare_events.hpp"
#include "scenarios/reproduce/read/cells.hpp"
#include "scenarios/reproduce/read/commands.hpp"
#include "scenarios/reproduce/read/decoration.hpp"
#include "scenarios/reproduce/read/describe.hpp"
#include "scenarios/reproduce/read/event_rows.hpp"
#include "scenarios/reproduce/read/event_words.hpp"
#include "scenarios/reproduce/read/exports.hpp"
#include "scenarios/reproduce/read/kubelet_log.hpp"
#include "scenarios/reproduce/read/nodes.hpp"
#include "scenarios/reproduce/read/object_text.hpp"
#include "scenarios/reproduce/read/objects.hpp"
#include "scenarios/reproduce/read/pod_rows.hpp"
#include "scenarios/reproduce/read/refusals.hpp"
#include "scenarios/reproduce/read/runtime_log.hpp"

namespace podreel::reproduce {

namespace {

constexpr std::size_t max_line_length = 64 * 1024;
constexpr std::size_t max_lines = 100'000;
constexpr std::size_t max_observations = 500;
constexpr std::size_t max_pods = 40;

/// Whether a line that podreel cannot parse may report a failure.
bool may_report_failure(const std::string& line) {
  static const boost::regex words{
      R"(\b(failure|fail(ed|s)?|errors?|kill(ed|ing)?|evict(ed|ion)?|reject(ed)?|refused|denied|unhealthy|)"
      R"(timed out|OOM\w*|panic)\b)",
      boost::regex::icase};
  return boost::regex_search(line, words);
}

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
    } else if (line.find("\":{\"") != std::string::npos && take_fragments(line, number)) {
      return;
    } else if (line.size() > max_line_length || !take(line, number)) {
      leave_unread(line, number);
    }
  }

  void leave_unread(const std::string& line, int number) {
    constexpr std::size_t max_kept = 50;
    if (line.size() <= max_line_length && take_quotation(line, number)) return;
    ++evidence_.unread_lines;
    if (line.size() > max_line_length || evidence_.unread.size() >= max_kept || !may_report_failure(line)) return;
    evidence_.unread.push_back({.line = number, .text = std::string{trimmed(line)}, .is_problem = true});
  }

  /// Keeps a message of Kubernetes in a text of an unknown form.
  bool take_quotation(const std::string& line, int number) {
    if (!quoted_cause(line)) return false;
    std::string_view rest = line;
    const std::string first{next_word(rest)};
    const auto named = pod_named_in(line);
    SeenLine quotation{
        .line = number, .text = std::string{trimmed(line)}, .uid = uid_named_in(line), .is_quoted = true};
    const bool begins_with_pod = std::ranges::find(evidence_.pods, first, &SeenPod::name) != evidence_.pods.end();
    if (named || begins_with_pod) {
      evidence_.pod(named ? named->name : first, named ? named->name_space : "").lines.push_back(std::move(quotation));
    } else {
      evidence_.node_lines.push_back(std::move(quotation));
    }
    return true;
  }

  [[nodiscard]] bool has_room() const {
    std::size_t seen = 0;
    for (const SeenPod& pod : evidence_.pods) {
      seen += pod.events.size() + pod.rows.size() + pod.errors.size() + pod.containers.size();
    }
    return seen < max_observations && evidence_.pods.size() < max_pods;
  }

  bool take(std::string_view line, int number) {
    if (auto row = tested_event(line)) return take_event(*std::move(row), number);
    if (is_log_line(line)) return take_log(logged_line(line, number));
    if (auto failed = failed_runtime_call(line, number)) return take_log(*std::move(failed));
    if (auto row = described_event(line)) {
      table_ = Table::events;
      return take_event(*std::move(row), number);
    }
    if (table_ == Table::events && !columns_.empty()) {
      if (auto row = listed_event(columns_, line)) return take_event(*std::move(row), number);
    }
    if (auto row = event_by_words(line)) return take_event(*std::move(row), number);
    if (is_command(line)) return take_command(line, number);
    if (take_header(line)) return true;
    if (table_ == Table::crictl) {
      if (auto row = crictl_row(columns_, line)) return take_crictl(*row, number);
    }
    if (const auto row = docker_row(line)) return take_docker(*row, number);
    if (auto row = pod_row(line)) return take_pod_row(*row, number);
    if (const auto row = node_row(line)) return take_node(*row, number);
    if (const auto condition = condition_row(line)) return take_condition(*condition, number);
    if (trimmed(line).starts_with("----") || take_refusal(line, number)) return true;
    if (describe_.take(line, number)) return true;
    if (auto event = bare_event(line)) return take_bare_event(*std::move(event), number);
    if (auto row = quoted_event(line)) return take_event(*std::move(row), number);
    return take_continuation(line);
  }

  bool take_bare_event(SeenEvent event, int number) {
    const auto named = pod_named_in(event.message);
    EventRow row{.event = std::move(event), .kind = "pod", .name = {}, .name_space = {}};
    if (named) {
      row.name = named->name;
      row.name_space = named->name_space;
    }
    return take_event(std::move(row), number);
  }

  /// Ends the previous text, and remembers the pod that the command asks for.
  bool take_command(std::string_view line, int number) {
    table_ = Table::none;
    is_continued_ = false;
    describe_.leave();
    static_cast<void>(take_quotation(std::string{line}, number));
    const auto asked = described_pod(line);
    if (!asked) return true;
    describe_.set_pod(asked->name);
    if (!asked->name_space.empty()) static_cast<void>(evidence_.pod(asked->name, asked->name_space));
    return true;
  }

  bool take_header(std::string_view line) {
    Columns columns{trimmed(line)};
    if (is_event_header(columns)) {
      table_ = Table::events;
      columns_ = Columns{line};
      const bool names_objects = columns_.has("OBJECT") || columns_.has("NAME") || columns_.has("KIND");
      if (!names_objects) evidence_.pod(describe_.pod()).has_event_table = true;
    } else if (columns.has("STATUS") && (columns.has("READY") || columns.has("ROLES"))) {
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
    const bool is_of_node = row.kind == "node" || (row.name.empty() && !describe_.node().empty());
    if (is_of_node) {
      report_event(row.event.reason, row.event.message, number,
                   evidence_.node(row.name.empty() ? describe_.node() : row.name));
    }
    is_continued_ = false;
    const bool is_of_pod = row.kind.empty() || row.kind == "pod";
    if (!is_of_node && !is_of_pod && row.event.reason == "FailedCreate") {
      // A controller whose pods the API server refuses: they have no names.
      evidence_.node_lines.push_back(
          {.line = number, .text = row.event.reason + ": " + row.event.message, .is_problem = true});
    }
    if (is_of_node || !is_of_pod) return true;
    SeenPod& pod = evidence_.pod(row.name.empty() ? describe_.pod() : row.name, row.name_space);
    if (!row.name.empty()) pod.has_event_table = true;
    pod.events.push_back(std::move(row.event));
    continued_ = static_cast<std::size_t>(&pod - evidence_.pods.data());
    is_continued_ = true;
    return true;
  }

  /// Continues a message over line feeds, and lines that terminals and mails have wrapped.
  bool take_continuation(std::string_view line) {
    constexpr std::size_t max_message_length = 4096;
    if (!is_continued_) return false;
    std::string& message = evidence_.pods[continued_].events.back().message;
    if (message.size() > max_message_length) return false;
    if (!message.empty()) message += ' ';
    message += trimmed(line);
    return true;
  }

  bool take_pod_row(PodRow row, int number) {
    row.row.line = number;
    is_continued_ = false;
    SeenPod& pod = evidence_.pod(row.name, row.name_space);
    pod.rows.push_back(row.row);
    return true;
  }

  bool take_node(const SeenNode& node, int number) {
    is_continued_ = false;
    SeenNode& seen = evidence_.node(node.name);
    seen.line = number;
    seen.is_ready = node.is_ready;
    seen.version = node.version;
    return true;
  }

  bool take_condition(const NodeCondition& condition, int number) {
    is_continued_ = false;
    report_condition(condition, number, evidence_.node(describe_.node()));
    return true;
  }

  bool take_crictl(const CrictlRow& row, int number) {
    if (row.pod.empty() && !row.pod_id.empty()) note_pod_ids();
    SeenContainer& container =
        evidence_.pod(row.pod.empty() ? name_by_id(row.pod_id) : row.pod).container(row.container);
    const std::uint32_t known = container.restarts.value_or(0);
    if (container.restarts && row.attempt < known) return true;
    container.line = number;
    container.restarts = row.attempt;
    // An exited container is Terminated for a kubelet, or Waiting for its back-off.
    if (row.state == "Exited") container.ready = false;
    container.state = row.state == "Exited" ? "" : row.state;
    return true;
  }

  bool take_docker(const DockerRow& row, int number) {
    SeenContainer& container = evidence_.pod(row.pod, row.name_space).container(row.container);
    if (container.restarts && row.attempt < *container.restarts) return true;
    container.line = number;
    container.restarts = row.attempt;
    container.state = row.exit_code ? "" : "Running";
    if (row.exit_code) {
      container.ready = false;
      const std::int32_t code = std::min(*row.exit_code, 255);
      container.last = Ended{.reason = code == 0 ? "Completed" : "Error", .exit_code = code};
    }
    return true;
  }

  /// Without a column of names, the id of a sandbox separates the pods.
  static std::string name_by_id(const std::string& id) {
    constexpr std::size_t shown = 13;
    return id.empty() ? std::string{} : "pod-" + id.substr(0, shown);
  }

  void note_pod_ids() {
    constexpr std::string_view text = "crictl shows no names of pods; pods are named by their POD ID";
    if (std::ranges::find(evidence_.notes, text) == evidence_.notes.end()) evidence_.notes.emplace_back(text);
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

  bool take_log(LoggedLine logged) {
    const bool is_nameless = logged.pod.name.empty();
    if (is_nameless && logged.errors.empty()) {
      logged.text.uid = logged.pod.uid;
      if (!logged.text.text.empty()) evidence_.node_lines.push_back(std::move(logged.text));
      return true;
    }
    SeenPod& pod = evidence_.pod(logged.pod.name, logged.pod.name_space);
    if (!is_nameless && !logged.pod.uid.empty()) pod.uid = logged.pod.uid;
    if (logged.event) pod.events.push_back(*std::move(logged.event));
    if (!logged.image.empty()) pod.container(logged.errors.front().container, logged.is_init).image = logged.image;
    const bool is_failure = !logged.errors.empty();
    for (SeenError& error : logged.errors) {
      if (error.action.find("Sandbox") != std::string::npos || error.action == "KillPod") error.container.clear();
      pod.errors.push_back(std::move(error));
    }
    if (!is_failure && !logged.event) pod.lines.push_back(std::move(logged.text));
    return true;
  }

  void end_object() {
    if (object_.empty()) return;
    const bool is_cut = object_.is_cut();
    const bool is_json = object_.is_json();
    const char* const file = is_json ? "paste.json" : "paste";
    const std::string text = object_.release();
    const api::LoadedFile loaded = api::load_documents(text, file);
    if (!loaded.problems.empty()) {
      if (is_json && !take_fragments(text, object_line_)) take_closed(text);
      note("line {}: cannot read the object{}: {}", object_line_, is_cut ? ", which is incomplete" : "",
           loaded.problems.front().message);
    }
    for (const api::Tree& document : loaded.documents) take_document(document);
  }

  /// Reads an object, or the entry of a logger around it. Returns false if it holds no evidence.
  bool take_json(const nlohmann::json& json, int line) {
    Exported found = exported(json);
    bool was_read = !found.lines.empty();
    for (nlohmann::json& object : found.objects) {
      if (!read_object(object, line, evidence_)) continue;
      was_read = true;
      objects_.push_back(std::move(object));
    }
    for (const std::string& text : found.lines) take_line(text, line);
    return was_read;
  }

  /// Reads the complete Pods and Events in JSON that is cut. Returns false if there are none.
  bool take_fragments(std::string_view text, int line) {
    constexpr std::array<std::string_view, 4> marks{"\"involvedObject\"", "\"regarding\"", "\"objectRef\"",
                                                    "\"containerStatuses\""};
    bool was_read = false;
    for (const std::string& each : complete_objects(text)) {
      const bool is_evidence =
          std::ranges::any_of(marks, [&each](std::string_view mark) { return each.find(mark) != std::string::npos; });
      const nlohmann::json json = is_evidence ? nlohmann::json::parse(each, nullptr, false) : nlohmann::json();
      if (json.is_object()) was_read = take_json(json, line) || was_read;
    }
    return was_read;
  }

  /// Reads JSON whose end was cut, up to its last complete value.
  void take_closed(std::string_view text) {
    const nlohmann::json json = nlohmann::json::parse(closed_json(text), nullptr, false);
    if (json.is_object() || json.is_array()) take_json(json, object_line_);
  }

  void take_document(const api::Tree& document) {
    if (take_json(api::to_json(document), object_line_)) return;
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
  /// Index of the pod whose last event may continue in the next line.
  std::size_t continued_ = 0;
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
