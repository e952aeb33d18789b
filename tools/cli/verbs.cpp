#include "tools/cli/verbs.hpp"

#include <CLI/CLI.hpp>

namespace podreel::cli {

void add_verbs(CLI::App& app, Context& context) {
  add_run(app, context);
  add_serve(app, context);
  add_playground(app, context);
  add_report(app, context);
  add_diff(app, context);
  add_hash(app, context);
  add_upgrade(app, context);
  add_fleet(app, context);
  add_decide(app, context);
  add_sync(app, context);
  add_status(app, context);
  add_test(app, context);
  add_explore(app, context);
  add_new(app, context);
  add_reproduce(app, context);
  add_match(app, context);
  add_cri(app, context);
  add_kubelet(app, context);
  add_record(app, context);
  add_check(app, context);
  add_lesson(app, context);
  add_book(app, context);
  add_schema(app, context);
  add_reference(app, context);
  add_versions(app, context);
  add_completion(app, context);
  add_man(app, context);
  add_help(app, context);
}

void add_shared_verbs(CLI::App& app, Context& context) {
  add_fleet(app, context);
  add_test(app, context);
}

}  // namespace podreel::cli
