// Dark or light theme: that of the system, until the user chooses.

const key = 'podreel-theme';

export function addThemeButton(button) {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const root = document.documentElement;
  const current = () => root.dataset.theme ?? (dark.matches ? 'dark' : 'light');
  const show = () => {
    button.textContent = current() === 'dark' ? 'Light' : 'Dark';
  };
  const remembered = remember();
  if (remembered) root.dataset.theme = remembered;
  button.addEventListener('click', () => {
    root.dataset.theme = current() === 'dark' ? 'light' : 'dark';
    remember(root.dataset.theme);
    show();
  });
  dark.addEventListener('change', show);
  show();
}

/** Stores the choice, if the browser allows that for pages opened from files. */
function remember(theme) {
  try {
    if (theme) localStorage.setItem(key, theme);
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
