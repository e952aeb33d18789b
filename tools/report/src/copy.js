// Buttons that copy what stands beside them.

/** Where the browser does not let a page copy, the text is selected. */
export function copies(button, element) {
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(element.textContent);
      button.textContent = 'Copied';
    } catch {
      getSelection().selectAllChildren(element);
    }
  });
}
