// A box beside the pointer.
import {select} from 'd3-selection';

export class Floating {
  constructor(element) {
    this.box = select(element);
  }

  /** Empties the box for new content. */
  open() {
    return this.box.text('').property('hidden', false);
  }

  place(event) {
    const {offsetWidth: width, offsetHeight: height} = this.box.node();
    const {clientWidth: right, clientHeight: bottom} = document.documentElement;
    const x = event.clientX + 14 + width > right ? event.clientX - 14 - width : event.clientX + 14;
    const y = event.clientY + 14 + height > bottom ? event.clientY - 14 - height : event.clientY + 14;
    this.box.style('left', `${Math.max(Math.min(x, right - width - 4), 4)}px`).style('top', `${Math.max(y, 4)}px`);
  }

  /** Hides the box, also when the page scrolls. */
  hideOnMoves(signal) {
    for (const each of ['scroll', 'pointerdown']) window.addEventListener(each, () => this.hide(), {passive: true, signal});
    document.addEventListener('keydown', (event) => event.key === 'Escape' && this.hide(), {signal});
  }

  hide() {
    this.box.property('hidden', true);
  }
}
