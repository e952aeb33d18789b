#include "engine/manifests/object_stream.hpp"

#include <fmt/format.h>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/api/cursor.hpp"
#include "engine/api/document_text.hpp"
#include "engine/api/item_splitter.hpp"
#include "engine/api/json_reader.hpp"
#include "engine/api/problem_list.hpp"
#include "engine/api/syntax_error.hpp"
#include "engine/api/tree_builder.hpp"
#include "engine/manifests/log_sections.hpp"
#include "engine/manifests/object_kind.hpp"

namespace podreel::manifests {

namespace {

using api::input_limits;
using api::InputLimits;

/// The position in the file of `mark` in a text that begins at `start`.
api::Mark moved(api::Mark mark, api::Mark start) {
  if (mark.line == 0) return start;
  return {mark.line + start.line - 1, mark.line == 1 ? mark.column + start.column - 1 : mark.column};
}

class ObjectStream {
 public:
  ObjectStream(api::InputFile& input, const ObjectStreamHandlers& handlers, std::vector<api::Problem>& problems)
      : input_(input), handlers_(handlers), problems_(problems), problems_before_(problems.size()) {}

  void run() {
    if (input_.problem()) return fail({}, "", *input_.problem());
    std::string piece;
    while (!stopped_ && input_.read(piece, api::input_block)) {
      if (handlers_.text) handlers_.text(piece);
      if (bytes_ == 0) piece = std::string{api::without_byte_order_mark(piece)};
      bytes_ += piece.size();
      splitter_.feed(logs_.remove(piece));
      piece.clear();
      check_limits();
      if (handlers_.progress) handlers_.progress(bytes_);
    }
    if (input_.problem()) return fail({}, "", *input_.problem());
    splitter_.feed(logs_.finish());
    if (!stopped_) finish();
  }

 private:
  void fail(api::Mark mark, const std::string& path, std::string message) {
    problems_.push_back({input_.name(), mark, path, std::move(message)});
    stopped_ = true;
  }

  void check_limits() {
    if (splitter_.pending() > input_limits.line_bytes) {
      fail({}, path_of_item(), fmt::format("longer than {} MiB", input_limits.line_bytes / InputLimits::mebi));
    }
    if (splitter_.rest().size() > input_limits.document_bytes) {
      fail({}, "",
           fmt::format("the file is larger than {} MiB and is not a JSON list of objects",
                       input_limits.document_bytes / InputLimits::mebi));
    }
  }

  /// Item whose kind is not known yet.
  struct Waiting {
    std::string text;
    api::Mark start;
    std::string path;
    /// Index of the file's value that contains it.
    std::size_t document;
  };

  [[nodiscard]] std::string path_of_item() const {
    return api::path_to_item(splitter_.is_list_bare() ? "" : "items", splitter_.items());
  }

  void item(std::string_view text, api::Mark start, std::string_view list_kind) {
    if (stopped_) return;
    const std::string path = path_of_item();
    read_item(text, start, path, [&](api::Tree& object) {
      const bool is_clear = !list_kind.empty() || splitter_.is_list_bare() || !kind_of_item(object, "").empty();
      if (is_clear) return handlers_.item({object, start, path, list_kind});
      waiting_bytes_ += text.size();
      if (waiting_bytes_ > input_limits.document_bytes) {
        return fail(start, path,
                    fmt::format("found more than {} MiB of objects without a kind before the kind of the list",
                                input_limits.document_bytes / InputLimits::mebi));
      }
      waiting_.push_back({std::string{text}, start, path, splitter_.ended()});
    });
  }

  template <class Use>
  void read_item(std::string_view text, api::Mark start, const std::string& path, const Use& use) {
    try {
      if (std::optional<api::SyntaxError> error = api::check_text(text)) throw *error;
      for (api::Tree& object : api::read_json(text)) use(object);
    } catch (const api::SyntaxError& error) {
      problems_.push_back({input_.name(), moved(error.mark, start),
                           error.path.empty() ? path : path + "." + api::abbreviated(error.path), error.message});
    }
    stopped_ = stopped_ || is_enough(problems_, problems_before_, input_.name(), handlers_.max_problems);
  }

  /// `lists` are the lists that contain the items.
  void hand_over_waiting(const std::vector<api::Tree>& lists) {
    for (const Waiting& waiting : waiting_) {
      if (stopped_) return;
      const api::Tree* list = waiting.document < lists.size() ? &lists[waiting.document] : nullptr;
      const std::string_view kind = list == nullptr ? std::string_view{} : api::Cursor{*list}["kind"].text();
      read_item(waiting.text, waiting.start, waiting.path, [&](api::Tree& object) {
        handlers_.item({object, waiting.start, waiting.path, kind});
      });
    }
  }

  /// Checks that the text around the items is JSON; a file without items is read as a whole.
  void finish() {
    api::LoadedFile rest;
    if (splitter_.inside_item()) {
      fail({}, path_of_item(), "the text ends inside this item");
      stopped_ = false;
      return hand_over_waiting(rest.documents);
    }
    rest = api::load_documents(splitter_.rest(), input_.name());
    const bool split = splitter_.items() > 0;
    for (api::Problem& problem : rest.problems) {
      if (split) problem.mark = {};
      problems_.push_back(std::move(problem));
    }
    if (split) return hand_over_waiting(rest.documents);
    for (api::Tree& document : rest.documents) handlers_.document(document);
  }

  api::InputFile& input_;
  const ObjectStreamHandlers& handlers_;
  std::vector<api::Problem>& problems_;
  std::size_t problems_before_;
  std::uint64_t bytes_ = 0;
  bool stopped_ = false;
  std::vector<Waiting> waiting_;
  std::size_t waiting_bytes_ = 0;
  LogSections logs_;
  api::ItemSplitter splitter_{
      [this](std::string_view text, api::Mark mark, std::string_view kind) { item(text, mark, kind); },
      api::ItemSplitter::Lists::of_objects_and_bare};
};

}  // namespace

api::Mark StreamedItem::in_file(api::Mark mark) const noexcept {
  return moved(mark, start);
}

void StreamedItem::put_in_file(std::vector<api::Problem>& problems, std::size_t first) const noexcept {
  for (api::Problem& problem : std::span{problems}.subspan(first)) problem.mark = in_file(problem.mark);
}

void stream_objects(api::InputFile& input, const ObjectStreamHandlers& handlers, std::vector<api::Problem>& problems) {
  ObjectStream{input, handlers, problems}.run();
}

}  // namespace podreel::manifests
