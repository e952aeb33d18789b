// Buttons that copy the text beside them.

const shownMilliseconds = 2000;

/** Copies the text; if the browser does not allow that, selects it. */
export function copies(button, element) {
  const label = button.textContent;
  button.setAttribute('aria-live', 'polite');
  button.addEventListener('click', async () => {
    button.textContent = await isCopied(element) ? 'Copied' : 'Selected';
    setTimeout(() => (button.textContent = label), shownMilliseconds);
  });
}

/** Copies a selection, because pages opened from files cannot access the clipboard. */
async function isCopied(element) {
  try {
    await navigator.clipboard.writeText(element.textContent);
    return true;
  } catch {
    getSelection().selectAllChildren(element);
    return document.execCommand('copy');
  }
}
