// Keyboard shortcuts.

/**
 * Binds `actions` by the name of the key, until `signal` is aborted. Keys in input fields and with modifiers such as Ctrl
 * are ignored.
 */
export function listenToKeys(actions, signal) {
  document.addEventListener('keydown', (event) => {
    const isElsewhere = event.target.closest('select, input, textarea, pre, .editor') || event.ctrlKey || event.metaKey || event.altKey;
    if (isElsewhere || !Object.hasOwn(actions, event.key)) return;
    event.preventDefault();
    actions[event.key]();
  }, {signal});
}
