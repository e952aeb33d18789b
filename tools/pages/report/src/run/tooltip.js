// The box beside the pointer.
import {Floating} from '../floating.js';
import {reasonList, recordLine, stateLines} from './words.js';

const most = 6;

export class Tooltip extends Floating {
  show(target, event) {
    const box = this.open();
    const path = [target.section.heading, target.group.title, target.lane.label];
    box.append('p').attr('class', 'where').text(path.filter(Boolean).join(' \u203a '));
    if (target.state) box.append(() => stateLines(target.state));
    else this.addRecords(target.records);
    this.place(event);
  }

  addRecords(records) {
    for (const record of records.slice(0, most)) {
      this.box.append(() => recordLine(record));
      if (record.explanation) this.box.append(() => reasonList(record.explanation));
    }
    if (records.length > most) this.box.append('p').attr('class', 'where').text(`and ${records.length - most} more: zoom in`);
  }
}
