// A large table that can be sorted and filtered, and is shown in parts.
import {select} from 'd3-selection';
import {count} from '../numbers.js';

const part = 50;

export class BigTable {
  /**
   * `place` has a search field, a table, an output and a button for more rows. Columns have a `name`, `text(row)`, and
   * `value(row)` if they are sorted by another value; columns with `isNumber` are sorted in descending order first.
   */
  constructor(place, columns) {
    this.place = select(place);
    this.columns = columns;
    this.rows = [];
    this.room = part;
    this.place.select('input').on('input', () => this.filter());
    this.place.select('button.more').on('click', () => {
      this.room += 4 * part;
      this.draw();
    });
    const head = this.place.select('table').append('thead').append('tr');
    this.heads = head.selectAll('th').data(columns).join('th').attr('scope', 'col').classed('number', ({isNumber}) => isNumber);
    this.heads.append('button').attr('type', 'button').text(({name}) => name).on('click', (event, column) => this.sortBy(column));
    this.body = this.place.select('table').append('tbody');
  }

  /** Shows rows in their initial order. `beyond` is the number of rows that are not in the page's data. */
  show(rows, things, beyond = 0) {
    Object.assign(this, {rows, things, beyond, sorted: null});
    this.filter();
  }

  sortBy(column) {
    const isSame = this.sorted?.column === column;
    this.sorted = {column, isDown: isSame ? !this.sorted.isDown : Boolean(column.isNumber)};
    this.room = part;
    this.draw();
  }

  filter() {
    this.room = part;
    this.draw();
  }

  /** Returns the rows that contain all search words. */
  found() {
    const words = this.place.select('input').property('value').toLowerCase().split(/\s+/).filter(Boolean);
    if (words.length === 0) return this.rows;
    const texts = this.columns.filter(({isNumber}) => !isNumber);
    return this.rows.filter((row) => {
      const text = texts.map((column) => column.text(row)).join(' ').toLowerCase();
      return words.every((word) => text.includes(word));
    });
  }

  inOrder(rows) {
    if (!this.sorted) return rows;
    const {column, isDown} = this.sorted;
    const value = column.value ?? column.text;
    const compare = column.isNumber ? (a, b) => a - b : (a, b) => (a < b ? -1 : a > b ? 1 : 0);
    return rows.map((row) => [value(row), row]).sort(([a], [b]) => (isDown ? compare(b, a) : compare(a, b))).map(([, row]) => row);
  }

  draw() {
    const found = this.found();
    const shown = this.inOrder(found).slice(0, this.room);
    this.heads.attr('aria-sort', (column) => (this.sorted?.column === column ? (this.sorted.isDown ? 'descending' : 'ascending') : null));
    const rows = this.body.selectAll('tr').data(shown).join('tr');
    rows.selectAll('td').data((row) => this.columns.map((column) => ({column, row}))).join('td')
      .attr('class', ({column}) => (column.isNumber ? 'number' : 'text')).text(({column, row}) => column.text(row));
    this.place.select('output').text(this.countText(shown.length, found.length));
    this.place.select('button.more').property('hidden', shown.length === found.length);
  }

  countText(shown, found) {
    const all = found === this.rows.length ? `${count(found)}` : `${count(found)} found, of ${count(this.rows.length)}`;
    const rest = this.beyond > 0 ? `; ${count(this.beyond)} less affected ones are not on this page` : '';
    return `${shown < found ? `${count(shown)} of ` : ''}${all} ${this.things}${rest}`;
  }
}
