// Keys that do what buttons do.

/** `actions` by the name of the key. Keys stay what they are in fields, and together with Ctrl and the like. */
export function listenToKeys(actions) {
  document.addEventListener('keydown', (event) => {
    const isElsewhere = event.target.closest('select, input, pre') || event.ctrlKey || event.metaKey || event.altKey;
    if (isElsewhere || !Object.hasOwn(actions, event.key)) return;
    event.preventDefault();
    actions[event.key]();
  });
}
