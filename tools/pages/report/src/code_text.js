// Texts in which words in backquotes are code.
import {select} from 'd3-selection';

/** Binds numbers to their units, so that no line ends between them. */
const withBoundUnits = text => text.replace(/(\d) (?=(?:ns|\u00b5s|ms|s|min|h|B|KiB|MiB|GiB|%)(?!\w))/g, '$1\u00a0');

/** Replaces the content of an element; the text itself is inserted as plain text. */
export function writeText(element, text) {
  element.replaceChildren();
  text.split('`').forEach((part, i) => {
    const isCode = i % 2 === 1;
    select(element).append(isCode ? 'code' : 'span').text(isCode ? part : withBoundUnits(part));
  });
}
