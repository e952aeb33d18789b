// The engine of the playground as a browser calls it.
#include <string>

#include "tools/pages/playground/engine.hpp"

/// The answer to a request, both JSON in UTF-8; it is there until the next call.
extern "C" const char* podreel_answer(const char* request) {
  static std::string answer;
  answer = podreel::playground::answer(request);
  return answer.c_str();
}
