#include <optional>
#include <utility>

#include "engine/api/document.hpp"
#include "engine/api/document_text.hpp"
#include "engine/api/input_file.hpp"
#include "engine/api/json_reader.hpp"
#include "engine/api/yaml_reader.hpp"

namespace podreel::api {

namespace {

bool starts_like_json(std::string_view text) {
  const std::size_t start = text.find_first_not_of(" \t\r\n");
  return start != std::string_view::npos && (text[start] == '{' || text[start] == '[');
}

/// Written as JSON rather than as YAML in flow style: what follows the bracket can follow it in JSON.
bool is_meant_as_json(std::string_view text) {
  const std::size_t bracket = text.find_first_of("{[");
  const std::size_t next = text.find_first_not_of(" \t\r\n", bracket + 1);
  return next == std::string_view::npos ||
         std::string_view{"\"{}[]-0123456789"}.find(text[next]) != std::string_view::npos;
}

bool is_named_json(std::string_view file) {
  return file.ends_with(".json");
}

LoadedFile failed(const std::string& file, std::string message) {
  LoadedFile result;
  result.problems.push_back({file, {}, "", std::move(message)});
  return result;
}

LoadedFile failed(const std::string& file, SyntaxError error) {
  LoadedFile result;
  result.problems.push_back({file, error.mark, abbreviated(error.path), std::move(error.message)});
  return result;
}

/// JSON if it can be read as JSON, else YAML. What is neither is explained as the one that it looks like.
std::vector<Tree> read_either(std::string_view text) {
  if (!starts_like_json(text)) return read_yaml(text);
  SyntaxError json_error;
  try {
    return read_json(text);
  } catch (SyntaxError& error) {
    json_error = std::move(error);
  }
  if (!json_error.message.starts_with("invalid JSON")) throw json_error;
  try {
    return read_yaml(text);
  } catch (const SyntaxError&) {
    if (is_meant_as_json(text)) throw json_error;
    throw;
  }
}

void drop_empty_documents(std::vector<Tree>& documents) {
  std::erase_if(documents, [](const Tree& node) { return node.kind == Tree::Kind::null; });
}

}  // namespace

LoadedFile load_documents(std::string_view text, const std::string& file) {
  if (text.size() > input_limits.document_bytes) return failed(file, too_large_text());
  text = without_byte_order_mark(text);
  if (std::optional<SyntaxError> error = check_text(text)) return failed(file, std::move(*error));
  LoadedFile result;
  try {
    result.documents = is_named_json(file) ? read_json(text) : read_either(text);
  } catch (SyntaxError& error) {
    if (text.find("{{") != std::string_view::npos) {
      error.message += "; this looks like a template: render it first, as `helm template` does";
    }
    return failed(file, std::move(error));
  }
  drop_empty_documents(result.documents);
  if (result.documents.empty()) return failed(file, "the file holds no document");
  return result;
}

LoadedFile load_file(const std::string& path) {
  InputFile input{path};
  const std::string text = input.read_all();
  if (input.problem()) return failed(input.name(), *input.problem());
  return load_documents(text, input.name());
}

}  // namespace podreel::api
