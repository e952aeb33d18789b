#include "engine/api/tree_builder.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>
#include <ranges>

#include "engine/api/input_limits.hpp"

namespace podreel::api {

void TreeBuilder::begin(Tree::Kind kind, Mark mark) {
  if (open_.size() >= input_limits.depth) {
    throw SyntaxError{mark, "", fmt::format("lists and maps are nested deeper than {}", input_limits.depth)};
  }
  Open open;
  open.node.kind = kind;
  open.node.mark = mark;
  open_.push_back(std::move(open));
}

Tree TreeBuilder::end() {
  resolve_duplicates(open_.back());
  Tree node = std::move(open_.back().node);
  open_.pop_back();
  return node;
}

void TreeBuilder::add(Tree value) {
  if (open_.empty()) {
    documents_.push_back(std::move(value));
    return;
  }
  Open& parent = open_.back();
  if (parent.node.kind == Tree::Kind::list) {
    parent.node.items.push_back(std::move(value));
    return;
  }
  parent.has_key = false;
  if (parent.key_is_merge) {
    merge(parent, std::move(value));
  } else {
    parent.node.members.push_back({std::move(parent.key), parent.key_mark, std::move(value)});
    parent.merged.push_back(false);
  }
}

void TreeBuilder::key(std::string name, Mark mark) {
  Open& open = open_.back();
  open.key = std::move(name);
  open.key_mark = mark;
  open.has_key = true;
  open.key_is_merge = false;
}

void TreeBuilder::merge_key(Mark mark) {
  key("<<", mark);
  open_.back().key_is_merge = true;
}

void TreeBuilder::merge(Open& open, Tree source) const {
  open.key_is_merge = false;
  open.has_merged = true;
  const auto merge_map = [&](Tree& map) {
    if (map.kind != Tree::Kind::map) {
      throw SyntaxError{open.key_mark, path(),
                        fmt::format("<< takes a map or a list of maps, found {}", kind_name(map.kind))};
    }
    for (Tree::Member& entry : map.members) {
      open.node.members.push_back(std::move(entry));
      open.merged.push_back(true);
    }
  };
  if (source.kind != Tree::Kind::list) return merge_map(source);
  for (auto item = source.items.rbegin(); item != source.items.rend(); ++item) merge_map(*item);
}

bool TreeBuilder::expects_key() const noexcept {
  return !open_.empty() && open_.back().node.kind == Tree::Kind::map && !open_.back().has_key;
}

std::string TreeBuilder::path() const {
  std::string path;
  for (const Open& open : open_) {
    if (open.node.kind == Tree::Kind::list) {
      path = path_to_item(path, open.node.items.size());
    } else if (open.has_key) {
      path = path_to_key(path, open.key);
    }
  }
  return path;
}

void TreeBuilder::count(std::size_t values, Mark mark) {
  values_ += values;
  if (values_ <= input_limits.values) return;
  throw SyntaxError{mark, "", fmt::format("more than {} values in one file", input_limits.values)};
}

std::vector<Tree> TreeBuilder::take() {
  return std::move(documents_);
}

/// Members with the same key: those from merges give way to what follows; two written ones are an error.
void TreeBuilder::resolve_duplicates(Open& open) const {
  std::vector<Tree::Member>& members = open.node.members;
  std::vector<std::size_t> order(members.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t index) { return std::string_view{members[index].key}; });
  std::vector<bool> dropped(members.size());
  for (std::size_t next = 1; next < order.size(); ++next) {
    const Tree::Member& earlier = members[order[next - 1]];
    const Tree::Member& later = members[order[next]];
    if (earlier.key != later.key) continue;
    if (!open.merged[order[next - 1]] && !open.merged[order[next]]) {
      throw SyntaxError{
          later.mark, path_to_key(path(), later.key),
          fmt::format("the key \"{}\" appears twice; first in line {}", abbreviated(later.key), earlier.mark.line)};
    }
    dropped[order[next - 1]] = true;
  }
  if (!open.has_merged) return;
  std::vector<Tree::Member> kept;
  for (std::size_t index = 0; index < members.size(); ++index) {
    if (!dropped[index]) kept.push_back(std::move(members[index]));
  }
  members = std::move(kept);
}

std::string path_to_key(const std::string& path, std::string_view key) {
  constexpr std::string_view word = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
  const bool plain = !key.empty() && key.size() <= max_shown && key.find_first_not_of(word) == std::string_view::npos;
  if (!plain) return fmt::format("{}[\"{}\"]", path, abbreviated(key));
  return path.empty() ? std::string{key} : fmt::format("{}.{}", path, key);
}

std::string path_to_item(const std::string& path, std::size_t index) {
  return fmt::format("{}[{}]", path, index);
}

}  // namespace podreel::api
