'use strict';

const field = document.getElementById('search');

function search() {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  let found = 0;
  for (const section of document.querySelectorAll('main section')) {
    let here = 0;
    for (const entry of section.querySelectorAll('li')) {
      const text = entry.textContent.toLowerCase();
      entry.hidden = !words.every((word) => text.includes(word));
      if (!entry.hidden) here += 1;
    }
    section.hidden = here === 0;
    found += here;
  }
  document.querySelector('output').textContent = words.length === 0 ? '' : `${found} found`;
}

if (field) {
  document.querySelector('.search').hidden = false;
  field.addEventListener('input', search);
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
