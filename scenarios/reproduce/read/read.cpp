#include "scenarios/reproduce/read/read.hpp"

#include <algorithm>
#include <boost/regex.hpp>
#include <fmt/format.h>
#include <vector>

#include "engine/api/document.hpp"
#include "engine/manifests/workloads.hpp"
#include "scenarios/reproduce/read/bare_events.hpp"
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
    } else if (line.size() > max_line_length || !take(line, number)) {
      leave_unread(line, number);
    }
  }

  void leave_unread(const std::string& line, int number) {
    constexpr std::size_t max_kept = 50;
    ++evidence_.unread_lines;
    if (line.size() > max_line_length || evidence_.unread.size() >= max_kept || !may_report_failure(line)) return;
    evidence_.unread.push_back({.line = number, .text = std::string{trimmed(line)}, .is_problem = true});
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
    if (auto row = node_row(line)) return take_node(*std::move(row), number);
    if (trimmed(line).starts_with("----") || take_refusal(line, number)) return true;
    if (describe_.take(line, number)) return true;
    if (auto event = bare_event(line)) return take_bare_event(*std::move(event), number);
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

  bool take_node(SeenNode node, int number) {
    node.line = number;
    is_continued_ = false;
    evidence_.nodes.push_back(std::move(node));
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

  bool take_log(std::string_view line, int number) {
    LoggedLine logged = logged_line(line, number);
    const bool is_nameless = logged.pod.name.empty();
    if (is_nameless && logged.errors.empty()) {
      logged.text.uid = logged.pod.uid;
      if (!logged.text.text.empty()) evidence_.node_lines.push_back(std::move(logged.text));
      return true;
    }
    SeenPod& pod = evidence_.pod(logged.pod.name);
    if (!logged.pod.name_space.empty()) pod.name_space = logged.pod.name_space;
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
