// The cursor in the page's address.

export const address = {
  /** "#t=65.85", "#t=65.85&run=2" */
  read() {
    const found = /^#t=(\d+(?:\.\d+)?)(?:&run=(\d+))?$/.exec(location.hash);
    return found && {time: Number(found[1]), run: (found[2] ?? 1) - 1};
  },

  /** `run` is null if there is only one. */
  write(time, run) {
    try {
      history.replaceState(null, '', `#t=${+time.toFixed(6)}${run === null ? '' : `&run=${run + 1}`}`);
    } catch {
      // An embedded page may not be able to change its address.
    }
  },
};
