// From the events of the YAML parser to a tree: scalars resolved, aliases expanded, merge keys applied.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/mark.h>

#include "engine/api/tree_builder.hpp"

namespace podreel::api {

/// Throws SyntaxError from its callbacks.
class YamlEvents final : public YAML::EventHandler {
 public:
  /// `text` is what the parser reads.
  explicit YamlEvents(std::string_view text);

  void OnDocumentStart(const YAML::Mark& mark) override;
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override;
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override;
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override;
  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value style) override;
  void OnSequenceEnd() override { end(); }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value style) override;
  void OnMapEnd() override { end(); }

  /// Grows with every event.
  [[nodiscard]] std::size_t events() const noexcept { return events_; }
  /// Position of the last event.
  [[nodiscard]] Mark last_mark() const noexcept { return last_mark_; }
  [[nodiscard]] std::string path() const { return builder_.path(); }
  [[nodiscard]] std::vector<Tree> take() { return builder_.take(); }

 private:
  Mark note(const YAML::Mark& mark);
  void check_separator(const YAML::Mark& mark);
  void begin(Tree::Kind kind, const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor);
  void end();
  /// A complete value: a key or a part of the tree.
  void value(Tree node, YAML::anchor_t anchor);
  void charge_copy(const Tree& node, Mark mark);

  std::string_view text_;
  TreeBuilder builder_;
  bool first_document_ = true;
  /// Complete anchored values.
  std::map<YAML::anchor_t, Tree> anchors_;
  /// The anchors of the lists and maps that are being read, outermost first; 0: none.
  std::vector<YAML::anchor_t> open_;
  std::size_t copied_nodes_ = 0;
  std::size_t copied_bytes_ = 0;
  std::size_t events_ = 0;
  Mark last_mark_{1, 1};
};

}  // namespace podreel::api
