// spec.expect: expectations of the run.
#include <fmt/format.h>

#include "scenarios/format/flow_text.hpp"
#include "scenarios/format/format.hpp"
#include "scenarios/format/pod_pattern.hpp"
#include "scenarios/format/record_patterns.hpp"
#include "scenarios/format/shapes/object.hpp"
#include "scenarios/format/shapes/pod_names.hpp"
#include "scenarios/format/shapes/scalar_shapes.hpp"
#include "scenarios/format/when_shape.hpp"

namespace podreel::format {

namespace {

/// Subject of an expectation: a pod, or matching records.
struct Subject {
  std::optional<std::string> pod;
  std::optional<Pattern> matches;
  std::optional<bool> exists;
  std::optional<RecordPattern> record;
};

struct Downtime {
  std::string pod;
  sim::Duration at_most{};
};

/// An expectation in the input; `Assembly` checks the combination of fields.
struct WrittenExpectation {
  Subject subject;
  std::optional<Subject> never;
  std::optional<Subject> always;
  std::optional<std::vector<RecordPattern>> order;
  std::optional<Downtime> downtime;
  std::optional<std::string> keeps;
  std::optional<sim::Duration> at;
  std::optional<sim::Duration> by;
  std::optional<sim::Duration> from;
  std::optional<sim::Duration> until;
  std::optional<std::vector<sim::Duration>> between;
  std::optional<Count> count;
  When when;
  std::string because;
};

template <class T, class Access>
void add_record_fields(Object<T>& object, Access record) {
  object
      .field("event", record, event_pattern().example({{"reason", "BackOff"}, {"pod", "web"}}),
             "An event of the kubelet.")
      .field("call", record, call_pattern().example({{"op", "CreateContainer"}, {"container", "app"}}),
             "A runtime call.")
      .field("record", record, record_pattern(), "Any record of the timeline.");
}

template <class T, class Access>
void add_pod_fields(Object<T>& object, Access subject) {
  const auto member = [subject](auto Subject::*field) {
    return [ subject, field ](T & value) -> auto& {
      return std::invoke(subject, value).*field;
    };
  };
  object.field("pod", member(&Subject::pod), pod_name(), "The pod for `matches` or `exists`.")
      .field("matches", member(&Subject::matches), tree("a partial pod").example({{"status", {{"phase", "Running"}}}}),
             "Expected part of the pod: only the given fields are compared.")
      .field("exists", member(&Subject::exists), boolean(), "Whether the pod exists in the API.");
}

template <class T, class Access>
void add_subject_fields(Object<T>& object, Access subject) {
  add_pod_fields(object, subject);
  add_record_fields(
      object, [subject](T & value) -> auto& { return std::invoke(subject, value).record; });
}

const std::vector<std::string> subjects{"event", "call", "record", "pod"};

/// Reports a partial pod that no pod can match.
template <class T>
void check_matches(const api::Tree& node, const Place& place, T& /*value*/) {
  const api::Tree* pod = node.find("pod");
  const api::Tree* matches = node.find("matches");
  if (pod != nullptr && matches != nullptr) check_pod_pattern(*matches, place.member("matches"), qualified(pod->text));
}

Shape<Subject> subject_shape() {
  Object<Subject> object{"subject", "A pod, or matching records."};
  add_subject_fields(object, [](Subject& subject) -> Subject& { return subject; });
  return object.exactly_one_of(subjects).check(check_matches<Subject>).shape();
}

Shape<Subject> pod_state_shape() {
  Object<Subject> object{"podState", "State of a pod."};
  add_pod_fields(object, [](Subject& subject) -> Subject& { return subject; });
  return object.exactly_one_of({"pod"}).exactly_one_of({"matches", "exists"}).check(check_matches<Subject>).shape();
}

Shape<Downtime> downtime_shape() {
  return Object<Downtime>{"downtime", "Time that a pod is not Ready after it was first Ready."}
      .required("pod", &Downtime::pod, pod_name(), "The pod.")
      .required("atMost", &Downtime::at_most, duration(), "Maximum of the total time, including times without the pod.")
      .shape();
}

/// Returns a pattern for a Ready pod.
PodPattern ready_pod(std::string pod) {
  return {std::move(pod), Pattern{{"status", {{"conditions", {{{"type", "Ready"}, {"status", "True"}}}}}}}, true};
}

Shape<RecordPattern> ordered_record_shape() {
  Object<RecordPattern> object{"orderedRecord", "A record of a sequence."};
  add_record_fields(object, [](RecordPattern& record) -> RecordPattern& { return record; });
  return object.exactly_one_of({"event", "call", "record"}).shape();
}

/// Assembles an expectation from its fields, and reports fields that do not belong.
class Assembly {
 public:
  Assembly(const api::Tree& node, const Place& place, WrittenExpectation& written)
      : node_{node}, place_{place}, written_{written} {}

  void put_into(Expectation& expectation) {
    if (written_.never) {
      never(expectation);
    } else if (written_.always) {
      always(expectation);
    } else if (written_.order) {
      refuse({"at", "count", "matches", "exists"}, "order");
      expectation.what = Order{std::move(*written_.order), span()};
    } else if (written_.downtime) {
      refuse({"at", "count", "matches", "exists"}, "downtime");
      expectation.what = PodDowntime{ready_pod(std::move(written_.downtime->pod)), written_.downtime->at_most, span()};
    } else if (written_.keeps) {
      refuse({"at", "by", "from", "until", "between", "count", "matches", "exists"},
             "keeps, which applies to the whole run");
      expectation.what = Keeps{std::move(*written_.keeps)};
    } else if (written_.subject.pod) {
      pod(expectation);
    } else {
      refuse({"at", "matches", "exists"}, "records; use `between` for a time");
      expectation.what = Records{std::move(*written_.subject.record), span(), written_.count.value_or(Count{})};
    }
  }

 private:
  void never(Expectation& expectation) {
    refuse({"at", "count", "matches", "exists"}, "never");
    if (written_.never->pod) {
      expectation.what = PodNever{pod_pattern(*written_.never), span()};
    } else {
      expectation.what = Records{std::move(*written_.never->record), span(), Count{0, 0}};
    }
  }

  void always(Expectation& expectation) {
    refuse({"at", "count", "matches", "exists"}, "always");
    expectation.what = PodAlways{pod_pattern(*written_.always), span()};
  }

  void pod(Expectation& expectation) {
    refuse({"count"}, "a pod");
    const bool in_a_span = written_.by || written_.between || written_.from || written_.until;
    if (written_.at && in_a_span) place_.problem(node_.mark, "found `at` and a span of time, accepted: one of them");
    if (in_a_span) {
      expectation.what = PodReaches{pod_pattern(written_.subject), span()};
    } else {
      expectation.what = PodAt{pod_pattern(written_.subject), written_.at};
    }
  }

  void refuse(std::initializer_list<std::string_view> names, std::string_view where) {
    for (const std::string_view name : names) {
      const api::Tree* found = node_.find(name);
      if (found != nullptr) place_.member(name).problem(found->mark, fmt::format("cannot be combined with {}", where));
    }
  }

  PodPattern pod_pattern(Subject& subject) {
    if (!subject.matches && !subject.exists) {
      place_.problem(node_.mark, "no condition for the pod, accepted: `matches` with a partial pod, or `exists`");
    }
    const bool exists = subject.exists.value_or(true);
    if (!exists && subject.matches) place_.problem(node_.mark, "`matches` cannot be combined with `exists: false`");
    return {std::move(*subject.pod), std::move(subject.matches).value_or(Pattern::object()), exists};
  }

  Span span() {
    Span result{written_.from.value_or(sim::Duration{}), written_.until};
    if (written_.by) result.until = written_.by;
    if (written_.between) {
      if (written_.between->size() != 2 || written_.between->front() > written_.between->back()) {
        place_.member("between").problem(node_.find("between")->mark,
                                         "accepted: two times in order, such as [60s, 70s]");
        return result;
      }
      result = {written_.between->front(), written_.between->back()};
    }
    const int ends = int{written_.by.has_value()} + int{written_.until.has_value()} + int{written_.between.has_value()};
    if (ends > 1 || (written_.between && written_.from)) {
      place_.problem(node_.mark, "several spans of time, accepted: `by`, `between`, or `from` and `until`");
    }
    if (result.until && *result.until < result.from) place_.problem(node_.mark, "the span ends before it begins");
    return result;
  }

  const api::Tree& node_;
  const Place& place_;
  WrittenExpectation& written_;
};

Shape<WrittenExpectation> written_shape() {
  using Written = WrittenExpectation;
  Object<Written> object{"expectation", "An expectation of the run."};
  add_subject_fields(object, &Written::subject);
  std::vector<std::string> alternatives = subjects;
  alternatives.insert(alternatives.end(), {"never", "always", "order", "downtime", "keeps"});
  return object
      .field("never", &Written::never, subject_shape().example({{"event", {{"reason", "Killing"}}}}), "Must not occur.")
      .field("always", &Written::always, pod_state_shape().example({{"pod", "web"}, {"exists", true}}),
             "The pod matches all the time.")
      .field("order", &Written::order,
             list_of(ordered_record_shape())
                 .example({{{"event", {{"reason", "Pulled"}}}}, {{"event", {{"reason", "Started"}}}}}),
             "Records occur in this order; others may be between them.")
      .field("downtime", &Written::downtime, downtime_shape(), "Maximum time that a pod is not Ready.")
      .field("keeps", &Written::keeps, invariant_name(), "An invariant that holds: one of `podreel explore --list`.")
      .field("at", &Written::at, duration(), "The pod matches at this time; default: at the end of the run.")
      .field("by", &Written::by, duration(), "The pod matches, or the record occurs, at this time or earlier.")
      .field("from", &Written::from, duration(), "Only from this time on.")
      .field("until", &Written::until, duration(), "Only up to this time.")
      .field("between", &Written::between, list_of(duration()).example(Json::array({"10s", "20s"})),
             "Only from the first to the second time.")
      .field("count", &Written::count, count_shape(), "Number of records; default: at least one.")
      .field("when", &Written::when, when_shape(), "Runs to which it applies.")
      .field("because", &Written::because, text(), "Reason for the expectation, for readers.")
      .exactly_one_of(alternatives)
      .check(check_matches<Written>)
      .shape();
}

}  // namespace

Shape<Expectation> expectation_shape() {
  const Shape<WrittenExpectation> written_form = written_shape();
  return {"an expectation",
          [written_form](const api::Tree& node, const Place& place, Expectation& expectation) {
            WrittenExpectation written;
            if (!written_form.read(node, place, written)) return false;
            const std::size_t before = place.reading().problems.size();
            Assembly{node, place, written}.put_into(expectation);
            expectation.when = std::move(written.when);
            expectation.because = std::move(written.because);
            expectation.text = flow_text(node);
            expectation.mark = node.mark;
            return place.reading().problems.size() == before;
          },
          written_form.any()->schema};
}

}  // namespace podreel::format
