// CLI11's classes by name: its header costs every file that includes it seconds to compile.
#pragma once

namespace CLI {
class App;
class Option;
}  // namespace CLI
