// What is shown beside the pointer.
import {select} from 'd3-selection';
import {reasonList, recordLine, stateLines} from './words.js';

const most = 6;

export class Tooltip {
  constructor(element) {
    this.box = select(element);
  }

  show(target, event) {
    this.box.text('');
    const where = target.group.title + (target.lane.label ? ` \u203a ${target.lane.label}` : '');
    this.box.append('p').attr('class', 'where').text(where);
    if (target.state) this.box.append(() => stateLines(target.state));
    else this.addRecords(target.records);
    this.box.property('hidden', false);
    this.place(event);
  }

  addRecords(records) {
    for (const record of records.slice(0, most)) {
      this.box.append(() => recordLine(record));
      if (record.explanation) this.box.append(() => reasonList(record));
    }
    if (records.length > most) this.box.append('p').attr('class', 'where').text(`and ${records.length - most} more: zoom in`);
  }

  place(event) {
    const {offsetWidth: width, offsetHeight: height} = this.box.node();
    const {clientWidth: right, clientHeight: bottom} = document.documentElement;
    const x = event.clientX + 14 + width > right ? event.clientX - 14 - width : event.clientX + 14;
    const y = event.clientY + 14 + height > bottom ? event.clientY - 14 - height : event.clientY + 14;
    this.box.style('left', `${Math.max(Math.min(x, right - width - 4), 4)}px`).style('top', `${Math.max(y, 4)}px`);
  }

  hide() {
    this.box.property('hidden', true);
  }
}
