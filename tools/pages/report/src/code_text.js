// Texts in which words in backquotes are code.
import {select} from 'd3-selection';

/** Replaces the content of an element; the text itself is inserted as plain text. */
export function writeText(element, text) {
  element.replaceChildren();
  text.split('`').forEach((part, i) => select(element).append(i % 2 === 1 ? 'code' : 'span').text(part));
}
