'use strict';

const field = document.getElementById('search');
/** {pages: [path, …], words: {word: [index of a page, …]}}, loaded when somebody searches. */
let index = null;

// The search index calls this function.
globalThis.podreelSearchIndex = (loaded) => {
  index = loaded;
  search();
};

function loadIndex() {
  if (loadIndex.isLoading) return;
  loadIndex.isLoading = true;
  document.head.append(Object.assign(document.createElement('script'), {src: 'search-index.js'}));
}

/** Returns the paths of the pages with a word that contains `part`. */
function pagesWith(part) {
  const found = new Set();
  for (const [word, pages] of Object.entries(index?.words ?? {})) {
    if (word.includes(part)) for (const page of pages) found.add(index.pages[page]);
  }
  return found;
}

function search() {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  const pages = words.map(pagesWith);
  let found = 0;
  for (const section of document.querySelectorAll('main section')) {
    let here = 0;
    for (const entry of section.querySelectorAll('li')) {
      const text = entry.textContent.toLowerCase();
      const path = entry.querySelector('a').getAttribute('href');
      entry.hidden = !words.every((word, i) => text.includes(word) || pages[i].has(path));
      if (!entry.hidden) here += 1;
    }
    section.hidden = here === 0;
    found += here;
  }
  document.querySelector('output').textContent = words.length === 0 ? '' : `${found} found`;
}

if (field) {
  document.querySelector('.search').hidden = false;
  field.addEventListener('focus', loadIndex);
  field.addEventListener('input', () => {
    loadIndex();
    search();
  });
  search();
}

// What is folded is printed as well.
let folded = [];
addEventListener('beforeprint', () => {
  folded = [...document.querySelectorAll('details:not([open])')];
  for (const each of folded) each.open = true;
});
addEventListener('afterprint', () => {
  for (const each of folded) each.open = false;
});
