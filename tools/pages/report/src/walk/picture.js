// The picture of the kubelet's parts, in which the part that acts is lit.
import {create} from 'd3-selection';
import {parts} from './parts.js';

const width = 400;
const height = 414;
const left = 24;
const wide = 104;
const tall = 42;
const columns = [left, 148, 272];
const rows = [92, 156, 220];

const boxes = {
  api: {x: 10, y: 8, w: width - 20, h: 40},
  loop: {x: columns[0], y: rows[0]}, status: {x: columns[1], y: rows[0]}, events: {x: columns[2], y: rows[0]},
  workers: {x: columns[0], y: rows[1]}, probes: {x: columns[1], y: rows[1]}, node: {x: columns[2], y: rows[1]},
  sync: {x: columns[0], y: rows[2]}, pleg: {x: columns[2], y: rows[2]},
  runtime: {x: 10, y: 306, w: width - 20, h: 40},
  containers: {x: 10, y: 366, w: width - 20, h: 40},
};
const frame = {x: 10, y: 68, w: width - 20, h: 206};
const middle = (column) => columns[column] + wide / 2;

/** Points of each connection, in the direction in which it is used. */
const connections = {
  'api-loop': [[middle(0), 48], [middle(0), rows[0]]],
  'loop-workers': [[middle(0), rows[0] + tall], [middle(0), rows[1]]],
  'workers-sync': [[middle(0), rows[1] + tall], [middle(0), rows[2]]],
  'sync-runtime': [[middle(0), rows[2] + tall], [middle(0), 306]],
  'runtime-pleg': [[middle(2), 306], [middle(2), rows[2] + tall]],
  'pleg-loop': [[columns[2], rows[2] + 28], [138, rows[2] + 28], [138, rows[0] + 21], [columns[0] + wide, rows[0] + 21]],
  'status-api': [[middle(1), rows[0]], [middle(1), 48]],
  'events-api': [[middle(2), rows[0]], [middle(2), 48]],
  'probes-containers': [[middle(1), rows[1] + tall], [middle(1), 306]],
  'node-api': [[columns[2] + wide, rows[1] + 21], [383, rows[1] + 21], [383, 48]],
  'runtime-containers': [[width / 2, 346], [width / 2, 366]],
};

function addArrow(definitions, look) {
  const marker = definitions.append('marker').attr('id', `arrow-${look}`).attr('viewBox', '0 0 8 8').attr('refX', 7).attr('refY', 4)
    .attr('markerUnits', 'userSpaceOnUse').attr('markerWidth', 9).attr('markerHeight', 9).attr('orient', 'auto');
  marker.append('path').attr('d', 'M0,0 L8,4 L0,8 z');
}

export class Picture {
  constructor(place) {
    const view = create('svg').attr('viewBox', `0 0 ${width} ${height}`).attr('role', 'img').attr('class', 'parts');
    const arrows = view.append('defs');
    for (const look of ['plain', 'lit']) addArrow(arrows, look);
    const box = (name, {x, y, w = wide, h = tall}) => {
      const group = view.append('g').attr('class', 'part').attr('data-part', name);
      group.append('rect').attr('x', x).attr('y', y).attr('width', w).attr('height', h).attr('rx', 7);
      return group;
    };
    box('kubelet', frame).append('text').attr('x', (middle(0) + middle(1)) / 2).attr('y', frame.y + 13).text('kubelet');
    for (const [name, points] of Object.entries(connections)) {
      view.append('polyline').attr('class', 'connection').attr('data-connection', name).attr('points', points.join(' '))
        .attr('marker-end', 'url(#arrow-plain)');
    }
    for (const [name, place] of Object.entries(boxes)) {
      const {x, y, w = wide, h = tall} = place;
      box(name, place).append('text').attr('x', x + w / 2).attr('y', y + h / 2).text(parts[name].name);
    }
    this.view = view;
    place.append(view.node());
    this.show(null, null);
  }

  /** Lights a part and a connection; both may be null. */
  show(part, connection) {
    this.view.selectAll('.part').classed('lit', (_, i, groups) => groups[i].dataset.part === part);
    const isUsed = (_, i, lines) => lines[i].dataset.connection === connection;
    this.view.selectAll('.connection').classed('lit', isUsed)
      .attr('marker-end', (...line) => `url(#arrow-${isUsed(...line) ? 'lit' : 'plain'})`);
    const acting = part ? `The part that acts: ${parts[part].name}.` : 'No part acts.';
    this.view.attr('aria-label', `The parts of a kubelet. ${acting}`);
  }
}
