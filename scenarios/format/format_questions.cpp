// spec.questions: questions to the reader.
#include <fmt/format.h>

#include "scenarios/format/flow_text.hpp"
#include "scenarios/format/format.hpp"
#include "scenarios/format/shapes/object.hpp"
#include "scenarios/format/shapes/scalar_shapes.hpp"
#include "scenarios/format/when_shape.hpp"

namespace podreel::format {

namespace {

constexpr std::size_t min_choices = 2;
constexpr std::size_t max_choices = 4;

/// Reports fields of expectations that choices do not have: a question explains its choices itself, and its own `when`
/// selects runs.
void refuse_foreign_fields(const api::Tree& node, const Place& place) {
  for (const std::string_view name : {"when", "because"}) {
    const api::Tree* found = node.find(name);
    if (found != nullptr) place.member(name).problem(found->mark, "not accepted in a choice");
  }
}

Shape<Choice> choice_shape() {
  return Object<Choice>{"choice", "An answer to a question."}
      .required("answer", &Choice::answer, text(), "The answer.")
      .required("rightIf", &Choice::right_if, expectation_shape(),
                "An expectation that holds if this is the right answer.")
      .required("because", &Choice::because, text(), "Explains why the answer is right or wrong.")
      .check([](const api::Tree& node, const Place& place, Choice&) {
        if (const api::Tree* right_if = node.find("rightIf")) refuse_foreign_fields(*right_if, place.member("rightIf"));
      })
      .shape();
}

Json example_choices() {
  const auto choice = [](const char* answer, const char* reason) {
    return Json{
        {"answer", answer}, {"rightIf", {{"event", {{"reason", reason}}}}}, {"because", "The kubelet says so."}};
  };
  return Json::array({choice("It waits.", "BackOff"), choice("It is killed.", "Killing")});
}

struct WrittenQuestion {
  Question question;
  When when;
};

/// Gives access to a part of the question.
template <class Part>
auto part_of_question(Part Question::*part) {
  return [part](WrittenQuestion& written) -> Part& { return written.question.*part; };
}

Shape<WrittenQuestion> written_question() {
  return Object<WrittenQuestion>{"question", "A question to the reader; exactly one of the choices is right."}
      .required("at", part_of_question(&Question::at), duration(),
                "The time of the question: nothing from this time on is shown before the answer.")
      .required("ask", part_of_question(&Question::ask), text(), "The question.")
      .required("choices", part_of_question(&Question::choices), list_of(choice_shape()).example(example_choices()),
                "Two to four answers.")
      .field("when", &WrittenQuestion::when, when_shape(), "Runs to which it applies.")
      .check([](const api::Tree& node, const Place& place, WrittenQuestion& written) {
        const std::size_t count = written.question.choices.size();
        const api::Tree* choices = node.find("choices");
        if (choices == nullptr || (count >= min_choices && count <= max_choices)) return;
        place.member("choices").problem(
            choices->mark, fmt::format("found {}, accepted: {} to {} choices", count, min_choices, max_choices));
      })
      .shape();
}

}  // namespace

Shape<Expectation> question_shape() {
  const Shape<WrittenQuestion> written_form = written_question();
  return {"a question",
          [written_form](const api::Tree& node, const Place& place, Expectation& expectation) {
            WrittenQuestion written;
            if (!written_form.read(node, place, written)) return false;
            expectation.what = std::move(written.question);
            expectation.when = std::move(written.when);
            expectation.text = flow_text(*node.find("ask"));
            expectation.mark = node.mark;
            return true;
          },
          written_form.any()->schema};
}

}  // namespace podreel::format
