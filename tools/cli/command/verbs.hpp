// All verbs of the command, in the order in which help lists them.
#pragma once

#include "tools/cli/command/cli11_fwd.hpp"
#include "tools/cli/command/verb.hpp"

namespace podreel::cli {

void add_check(CLI::App& app, Context& context);
void add_cri(CLI::App& app, Context& context);
void add_kubelet(CLI::App& app, Context& context);
void add_record(CLI::App& app, Context& context);
void add_conform(CLI::App& app, Context& context);
void add_confirm(CLI::App& app, Context& context);
void add_completion(CLI::App& app, Context& context);
void add_decide(CLI::App& app, Context& context);
void add_lesson(CLI::App& app, Context& context);
void add_book(CLI::App& app, Context& context);
void add_help(CLI::App& app, Context& context);
void add_man(CLI::App& app, Context& context);
void add_diff(CLI::App& app, Context& context);
void add_hash(CLI::App& app, Context& context);
void add_upgrade(CLI::App& app, Context& context);
void add_fleet(CLI::App& app, Context& context);
void add_report(CLI::App& app, Context& context);
void add_explore(CLI::App& app, Context& context);
void add_reproduce(CLI::App& app, Context& context);
void add_match(CLI::App& app, Context& context);
void add_new(CLI::App& app, Context& context);
void add_run(CLI::App& app, Context& context);
void add_serve(CLI::App& app, Context& context);
void add_playground(CLI::App& app, Context& context);
void add_sync(CLI::App& app, Context& context);
void add_status(CLI::App& app, Context& context);
void add_schema(CLI::App& app, Context& context);
void add_reference(CLI::App& app, Context& context);
void add_test(CLI::App& app, Context& context);
void add_versions(CLI::App& app, Context& context);

/// Adds `podreel fleet merge`.
void add_fleet_merge(CLI::App& fleet_verb, Context& context);

/// Adds the verb that the command line begins with; all of them if it begins with none, or with one that describes the
/// others.
void add_verbs(CLI::App& app, Context& context);
/// Adds the verbs whose work can be shared among peers.
void add_shared_verbs(CLI::App& app, Context& context);

}  // namespace podreel::cli
