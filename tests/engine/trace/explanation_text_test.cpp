#include "engine/trace/explanation_text.hpp"

#include <algorithm>
#include <doctest/doctest.h>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>

#include "engine/trace/text_timeline.hpp"

namespace podreel::trace {

using namespace std::chrono_literals;

namespace {

using Lines = std::vector<std::string>;
using nlohmann::ordered_json;

ordered_json waiting_sync(const std::string& trigger) {
  return ordered_json::parse(R"([{"kind": "trigger", "timed": true, "sentence": ")" + trigger + R"("},
    {"kind": "decision", "found": "sandbox sb is ready", "detail": true, "sentence": "hidden"},
    {"kind": "backOff", "subject": "app", "inBackOff": true, "sentence": "app: not restarted before 20.000s."},
    {"kind": "nextSync", "sentence": "next sync: by 30.000s"}])");
}

Record sync_at(sim::Time time, ordered_json explanation) {
  Sync sync{"exit", false, "back-off", nullptr};
  sync.explanation = std::make_shared<const ordered_json>(std::move(explanation));
  return {time, "default/web", sync};
}

std::string folded(const std::vector<Record>& records) {
  std::ostringstream out;
  TextTimeline timeline{out, sim::Time{}, {.folds = true}};
  for (const Record& record : records) timeline.write(record);
  timeline.flush();
  return out.str();
}

std::size_t count(const std::string& text, std::string_view part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

}  // namespace

TEST_CASE("a sentence has the outcome, the rule and the facts, as far as there are any") {
  CHECK(to_sentence({.subject = "app", .outcome = "killed", .rule = "it failed", .facts = "running"}) ==
        "app: killed: it failed. (running)");
  CHECK(to_sentence({.rule = "a ready sandbox is kept", .since = "1.8.0, KEP-1"}) ==
        "pod: a ready sandbox is kept. (since 1.8.0, KEP-1)");
  CHECK(to_sentence(
            {.kind = StepKind::trigger, .outcome = "sync triggered by PLEG", .facts = "the relist saw app exit"}) ==
        "sync triggered by PLEG: the relist saw app exit");
  CHECK(to_sentence({.kind = StepKind::status, .outcome = "Ready False", .rule = "r", .facts = "set at 1.000s"}) ==
        "status: Ready False. (set at 1.000s)");
  CHECK(to_sentence({.kind = StepKind::next_sync, .outcome = "next sync: by 9.000s"}) == "next sync: by 9.000s");
}

TEST_CASE("outcomes come first, then triggers, then the next sync; details are left out") {
  CHECK(lines_of(waiting_sync("sync triggered by the retry timer")) ==
        Lines{"app: not restarted before 20.000s.", "sync triggered by the retry timer", "next sync: by 30.000s"});
}

TEST_CASE("changes that one relist saw are one line") {
  const auto explanation = ordered_json::parse(R"([
    {"kind": "trigger", "effect": "sync triggered by PLEG", "observer": "the relist at 1.000s", "change": "app start"},
    {"kind": "trigger", "effect": "sync triggered by PLEG", "observer": "the relist at 1.000s", "change": "proxy exit"},
    {"kind": "trigger", "effect": "sync triggered by PLEG", "observer": "the relist at 2.000s", "change": "app exit"}])");
  CHECK(lines_of(explanation) == Lines{"sync triggered by PLEG: the relist at 1.000s saw app start, proxy exit",
                                       "sync triggered by PLEG: the relist at 2.000s saw app exit"});
}

TEST_CASE("a sync that keeps everything says that there was no action") {
  const auto explanation = ordered_json::parse(R"([
    {"kind": "decision", "found": "sandbox sb is ready", "detail": true, "sentence": "a"},
    {"kind": "decision", "subject": "app", "found": "running", "detail": true, "sentence": "b"}])");
  CHECK(lines_of(explanation) == Lines{"no action. (sandbox sb is ready; app: running)"});
}

TEST_CASE("a fact that two rules use is shown once") {
  const ordered_json steps = ordered_json::parse(R"([
    {"kind": "decision", "subject": "app", "found": "running", "detail": true, "sentence": "one"},
    {"kind": "decision", "subject": "app", "found": "running", "detail": true, "sentence": "two"}])");
  CHECK(lines_of(steps) == Lines{"no action. (app: running)"});
}

TEST_CASE("no line is longer than the width, whatever it holds") {
  const std::string text = "app: restarted: 10–15 s after an error, " + std::string(50, 'x') + " and more words here";
  for (const std::size_t width : {10U, 27U, 40U, 87U}) {
    std::string joined;
    for (const std::string& line : wrap_line(text, width)) {
      const auto characters =
          std::ranges::count_if(line, [](char byte) { return (static_cast<unsigned char>(byte) & 0xc0U) != 0x80U; });
      CHECK(static_cast<std::size_t>(characters) <= width);
      joined += line;
    }
    const auto without_spaces = [](std::string line) {
      std::erase(line, ' ');
      return line;
    };
    CHECK(without_spaces(joined) == without_spaces(text));
  }
  CHECK(wrap_line("short", 80) == Lines{"short"});
  CHECK(wrap_line("", 80).empty());
}

TEST_CASE("two or more syncs that repeat the one before are one line") {
  const std::string text = folded({sync_at(sim::Time{10s}, waiting_sync("first")),
                                   sync_at(sim::Time{23s}, waiting_sync("second")),
                                   {sim::Time{36s}, "default/web", Event{"Warning", "BackOff", "Back-off", {}}},
                                   sync_at(sim::Time{36s}, waiting_sync("third")),
                                   {sim::Time{40s}, "default/web", Api{.op = "pod_deleted"}}});
  CHECK(count(text, "sync exit") == 1);
  CHECK(count(text, "BackOff") == 0);
  CHECK(text.find(
            "    23.000s  default/web   pod worker  2 retries                   until 36.000s, all in back-off\n") !=
        std::string::npos);
  CHECK(text.find("2 retries") < text.find("pod deleted"));
}

TEST_CASE("one repeated sync is shown as it is, and so are syncs with another outcome or another trigger") {
  CHECK(count(folded({sync_at(sim::Time{10s}, waiting_sync("first")), sync_at(sim::Time{23s}, waiting_sync("second"))}),
              "sync exit") == 2);
  ordered_json other = waiting_sync("other");
  other[2]["sentence"] = "app: restarted.";
  CHECK(count(folded({sync_at(sim::Time{10s}, waiting_sync("first")), sync_at(sim::Time{23s}, other),
                      sync_at(sim::Time{36s}, waiting_sync("third"))}),
              "sync exit") == 3);
  ordered_json untimed = waiting_sync("PLEG");
  untimed[0].erase("timed");
  CHECK(count(folded({sync_at(sim::Time{10s}, untimed), sync_at(sim::Time{11s}, untimed),
                      sync_at(sim::Time{12s}, untimed)}),
              "sync exit") == 3);
}

}  // namespace podreel::trace
