#include "engine/api/yaml_events.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "engine/api/input_limits.hpp"
#include "engine/api/yaml_scalar.hpp"

namespace podreel::api {

namespace {

struct Size {
  std::size_t nodes = 1;
  std::size_t bytes = 0;
};

Size size_of(const Tree& node) {
  Size size{1, node.text.size()};
  const auto add = [&](const Tree& child) {
    const Size inner = size_of(child);
    size.nodes += inner.nodes;
    size.bytes += inner.bytes;
  };
  for (const Tree& item : node.items) add(item);
  for (const Tree::Member& member : node.members) {
    size.bytes += member.key.size();
    add(member.value);
  }
  return size;
}

void check_collection_tag(const std::string& tag, Tree::Kind kind, Mark mark) {
  const std::string_view expected = kind == Tree::Kind::map ? "tag:yaml.org,2002:map" : "tag:yaml.org,2002:seq";
  if (tag.empty() || tag == "?" || tag == "!" || tag == expected) return;
  throw SyntaxError{mark, "", fmt::format("the tag {} is not accepted on {}", abbreviated(tag), kind_name(kind))};
}

/// The last line of `text` that is neither blank nor a comment.
std::string_view last_content_line(std::string_view text) {
  while (!text.empty()) {
    const std::size_t start = text.find_last_of('\n') + 1;
    const std::string_view line = text.substr(start);
    const std::size_t content = line.find_first_not_of(" \t\r");
    if (content != std::string_view::npos && line[content] != '#') return line;
    text = text.substr(0, start == 0 ? 0 : start - 1);
  }
  return {};
}

}  // namespace

YamlEvents::YamlEvents(std::string_view text) : text_(text) {}

void YamlEvents::OnDocumentStart(const YAML::Mark& mark) {
  note(mark);
  check_separator(mark);
  anchors_.clear();
}

void YamlEvents::OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) {
  Tree node;
  node.mark = note(mark);
  builder_.count(1, node.mark);
  value(std::move(node), anchor);
}

void YamlEvents::OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) {
  const Mark here = note(mark);
  const auto found = anchors_.find(anchor);
  if (found == anchors_.end()) throw SyntaxError{here, path(), "this alias is inside the value that it refers to"};
  charge_copy(found->second, here);
  value(found->second, 0);
}

void YamlEvents::OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                          const std::string& text) {
  const Mark here = note(mark);
  builder_.count(1, here);
  if (builder_.expects_key() && text == "<<" && tag == "?") {
    builder_.merge_key(here);
  } else {
    value(resolve_scalar(text, tag, here), anchor);
  }
}

void YamlEvents::OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                                 YAML::EmitterStyle::value /*style*/) {
  begin(Tree::Kind::list, mark, tag, anchor);
}

void YamlEvents::OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                            YAML::EmitterStyle::value /*style*/) {
  begin(Tree::Kind::map, mark, tag, anchor);
}

Mark YamlEvents::note(const YAML::Mark& mark) {
  ++events_;
  last_mark_ = {mark.line + 1, mark.column + 1};
  return last_mark_;
}

/// The parser takes a second value at the top for a new document; YAML wants a marker before it.
void YamlEvents::check_separator(const YAML::Mark& mark) {
  const bool first = std::exchange(first_document_, false);
  const auto offset = std::min(static_cast<std::size_t>(mark.pos), text_.size());
  if (first || text_.substr(offset).starts_with("---")) return;
  const std::string_view before = last_content_line(text_.substr(0, offset));
  if (before.starts_with("...") || before.starts_with("---") || before.starts_with("%")) return;
  throw SyntaxError{last_mark_, "",
                    "this does not continue the text before it; check the indentation, or separate documents with ---"};
}

void YamlEvents::begin(Tree::Kind kind, const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor) {
  const Mark here = note(mark);
  check_collection_tag(tag, kind, here);
  if (builder_.expects_key()) {
    throw SyntaxError{here, path(), fmt::format("{} cannot be a key; keys are strings", kind_name(kind))};
  }
  builder_.count(1, here);
  builder_.begin(kind, here);
  open_.push_back(anchor);
}

void YamlEvents::end() {
  ++events_;
  const YAML::anchor_t anchor = open_.back();
  open_.pop_back();
  value(builder_.end(), anchor);
}

void YamlEvents::value(Tree node, YAML::anchor_t anchor) {
  if (anchor != 0) {
    charge_copy(node, node.mark);
    anchors_[anchor] = node;
  }
  if (!builder_.expects_key()) {
    builder_.add(std::move(node));
    return;
  }
  if (node.kind == Tree::Kind::list || node.kind == Tree::Kind::map) {
    throw SyntaxError{last_mark_, path(), fmt::format("{} cannot be a key; keys are strings", kind_name(node.kind))};
  }
  builder_.key(key_text(node), last_mark_);
}

void YamlEvents::charge_copy(const Tree& node, Mark mark) {
  const Size size = size_of(node);
  copied_nodes_ += size.nodes;
  copied_bytes_ += size.bytes;
  if (copied_nodes_ > input_limits.alias_values || copied_bytes_ > input_limits.alias_bytes) {
    throw SyntaxError{mark, path(),
                      fmt::format("aliases expand to more than {} values or {} MiB", input_limits.alias_values,
                                  input_limits.alias_bytes / InputLimits::mebi)};
  }
}

}  // namespace podreel::api
