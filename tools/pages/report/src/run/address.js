// Where the cursor is, in the page's address.

export const address = {
  /** "#t=65.85", "#t=65.85&run=2" */
  read() {
    const found = /^#t=(\d+(?:\.\d+)?)(?:&run=(\d+))?$/.exec(location.hash);
    return found && {time: Number(found[1]), run: (found[2] ?? 1) - 1};
  },

  /** `run` is null where there is only one. */
  write(time, run) {
    try {
      history.replaceState(null, '', `#t=${+time.toFixed(6)}${run === null ? '' : `&run=${run + 1}`}`);
    } catch {
      // A page that is embedded elsewhere may have no address of its own.
    }
  },
};
