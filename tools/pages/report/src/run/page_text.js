// The data of a page: JSON, or in pages that share their viewer, compressed JSON.

const inflated = (base64) => {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'))).text();
};

/** Resolves to the JSON text in `element`. */
export const pageText = async (element) =>
  element.dataset.encoding === 'deflate' ? inflated(element.textContent.trim()) : element.textContent;
