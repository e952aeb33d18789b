// The records around the cursor, and the record at the cursor.
import {select} from 'd3-selection';
import {instant} from '../duration.js';
import {minWidth} from './text_size.js';
import {reasonList, recordLine} from './words.js';

const around = 40;

/** `records` are those of the step buttons; `chosen` is the index of the current one. */
export function showRecords(table, records, chosen, pick) {
  const from = Math.max(chosen - around, 0);
  const shown = records.slice(from, chosen + around + 1);
  const body = select(table).selectAll('tbody').data([0]).join('tbody');
  const rows = body.selectAll('tr').data(shown, (record) => record.index).join('tr').order();
  rows.attr('class', (record) => record.narration.mood).attr('aria-current', (record, i) => (from + i === chosen ? 'true' : null));
  const texts = ({t, pod, narration}) => [instant(t), pod ?? '', narration.who, narration.what, narration.why];
  rows.selectAll('td').data(texts).join('td').text(String).attr('class', (text, column) => ['time', 'pod', 'who', 'what', 'why'][column])
    .style('min-width', (text, column) => (column === 1 ? minWidth(text) : null));
  rows.on('click', (event, record) => pick(record.t, record));
  scrollTo(table.parentElement, rows.filter((record, i) => from + i === chosen).node());
}

function scrollTo(frame, row) {
  if (row) frame.scrollTop = row.offsetTop - frame.clientHeight / 2 + row.offsetHeight / 2;
}

export function showRecord(place, record) {
  const view = select(place).text('');
  if (!record) {
    view.append('p').text('No records yet.');
    return;
  }
  if (record.pod) view.append('p').attr('class', 'where').text(record.pod);
  view.append(() => recordLine(record));
  if (record.explanation) view.append(() => reasonList(record.explanation));
  const raw = view.append('details');
  raw.append('summary').text('The record');
  const {narration, index, ...plain} = record;
  raw.append('pre').attr('tabindex', 0).text(JSON.stringify(plain, null, 2));
}
