// A command that can be copied.
import {select} from 'd3-selection';
import {copies} from '../copy.js';

/** `what` is the title of the button: "Copy the command that replays 1.30.14". */
export function showCommand(place, text, what) {
  const line = select(place).attr('class', 'command');
  const code = line.append('code').text(text);
  const button = line.append('button').attr('type', 'button').attr('class', 'copy').attr('title', what).text('Copy');
  button.attr('aria-label', what);
  copies(button.node(), code.node());
}
