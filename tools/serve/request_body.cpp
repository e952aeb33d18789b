#include "tools/serve/request_body.hpp"

#include <algorithm>

#include "tools/serve/status_error.hpp"

namespace podreel::serve {

std::string media_type(const Request& request) {
  std::string type = request.content_type.substr(0, request.content_type.find(';'));
  while (type.ends_with(' ')) type.pop_back();
  return type;
}

api::Tree body_of(const Request& request, bool yaml) {
  if (request.body.empty()) return {};
  const std::string type = media_type(request);
  const bool is_json = type.empty() || type == "application/json" || type.ends_with("+json");
  const bool is_yaml =
      type == "application/yaml" || type == "application/x-yaml" || type == "application/apply-patch+yaml";
  if (!is_json && !(is_yaml && yaml))
    throw unsupported_media_type("application/json, application/vnd.kubernetes.protobuf");
  api::LoadedFile loaded = api::load_documents(request.body, is_json ? "request.json" : "request");
  if (!loaded.problems.empty()) throw bad_request(api::to_string(loaded.problems.front()));
  if (loaded.documents.size() != 1) throw bad_request("the body of the request must be one document");
  return std::move(loaded.documents.front());
}

}  // namespace podreel::serve
