// The objects of files of any size, one at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/api/document.hpp"
#include "engine/api/input_file.hpp"
#include "engine/api/input_limits.hpp"

namespace podreel::manifests {

/// An item of a JSON list.
struct StreamedItem {
  /// Whoever takes it may change it. Its marks count from where the item begins.
  api::Tree& object;
  api::Mark start;
  /// "items[3]"; "[3]" of a list that is in no object.
  const std::string& path;
  /// "List", "PodList", or nothing, where the list does not say it, or says it after an item that needs no such help.
  std::string_view list_kind;

  /// Returns the place in the file of a mark of `object`.
  [[nodiscard]] api::Mark in_file(api::Mark mark) const noexcept;
  /// Adjusts the marks of problems from the `first` on likewise.
  void put_in_file(std::vector<api::Problem>& problems, std::size_t first) const noexcept;
};

struct ObjectStreamHandlers {
  std::function<void(const StreamedItem&)> item;
  /// Takes a document of a file without such items, which may be a list itself.
  std::function<void(api::Tree& document)> document;
  /// Receives all text of the file, piece by piece, each before the objects in it are handed over; may be empty.
  std::function<void(std::string_view piece)> text = {};
  /// Called after every MiB with the number of bytes read; may be empty.
  std::function<void(std::uint64_t bytes)> progress = {};
  /// Reading stops after this many problems, and after bad syntax outside of items.
  std::size_t max_problems = api::input_limits.problems;
};

/// Reads a file as load_file() would. The items of a JSON list, such as `kubectl get pods -A -o json` prints it, are
/// read and handed over one by one, so that its length is not limited; one item is (input_limits). Items whose kind
/// depends on the list's kind are kept until that is read: no more than a file may have that is read as a whole.
/// Problems are appended, to those that the handlers append. Objects that came before one have been handed over by
/// then.
void stream_objects(api::InputFile& input, const ObjectStreamHandlers& handlers, std::vector<api::Problem>& problems);

}  // namespace podreel::manifests
