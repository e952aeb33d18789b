// The interface of the playground's engine for browsers.
#include <string>

#include "tools/pages/playground/engine.hpp"

/// Returns the answer to a request, both JSON in UTF-8; the pointer is valid until the next call.
extern "C" const char* podreel_answer(const char* request) {
  static std::string answer;
  answer = podreel::playground::answer(request);
  return answer.c_str();
}
