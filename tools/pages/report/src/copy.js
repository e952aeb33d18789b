// Buttons that copy what stands beside them.

const shownMilliseconds = 2000;

/** Where the browser does not let a page copy, the text is selected. */
export function copies(button, element) {
  const label = button.textContent;
  button.setAttribute('aria-live', 'polite');
  button.addEventListener('click', async () => {
    button.textContent = await isCopied(element) ? 'Copied' : 'Selected';
    setTimeout(() => (button.textContent = label), shownMilliseconds);
  });
}

/** Pages in files may not reach the clipboard, but copy a selection. */
async function isCopied(element) {
  try {
    await navigator.clipboard.writeText(element.textContent);
    return true;
  } catch {
    getSelection().selectAllChildren(element);
    return document.execCommand('copy');
  }
}
