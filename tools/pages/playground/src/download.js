// Saves a text as a file.

export function saveText(name, text) {
  const address = URL.createObjectURL(new Blob([text], {type: 'text/plain'}));
  Object.assign(document.createElement('a'), {href: address, download: name}).click();
  setTimeout(() => URL.revokeObjectURL(address), 0);
}
