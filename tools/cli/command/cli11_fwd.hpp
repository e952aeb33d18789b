// Forward declarations of CLI11's classes; its header takes seconds to compile.
#pragma once

namespace CLI {
class App;
class Option;
}  // namespace CLI
