// The legend of the chart.
import {create, select} from 'd3-selection';
import {shapes} from '../shapes.js';

const looks = [
  ['area down max', 'pale: maximum in the time of a point'],
  ['area down', 'full: mean of that time'],
  ['rise line', 'upgraded nodes, from none to all of the cluster'],
  ['work worked', 'the cluster is being upgraded'],
  ['work stopped', 'the plan was stopped there'],
];
const marks = [
  ['good', 'circle', 'the cluster is upgraded'],
  ['bad', 'cross', 'stopped'],
  ['quiet', 'cross', 'not started'],
  ['warning', 'back', 'stopped and rolled back'],
];
const columns = 'M2,13V5H7V9H12V2H17V13Z';
const paths = {'area down max': columns, 'area down': columns, 'rise line': 'M2,12L20,2'};

export function showLegend(place) {
  const list = select(place).append('ul').attr('class', 'legend');
  for (const [look, text] of looks) addItem(list, text, (svg) => addLook(svg, look));
  for (const [mood, shape, text] of marks) {
    addItem(list, text, (svg) => svg.append('path').attr('class', `mark ${mood}`).attr('d', shapes[shape]).attr('transform', 'translate(11,7)'));
  }
  const help = 'Each plan has a curve; all curves have the same scale. Below are the clusters of the chosen plan, as percentages. ' +
    'Click to move the cursor. Arrow keys step, Home and End jump, W goes to the worst moment, 1 to 9 choose a plan, ' +
    '+ and \u2212 zoom, 0 shows all. Drag or scroll sideways to pan; Ctrl and the wheel, or the wheel on the axis, zoom.';
  select(place).append('p').attr('class', 'help').text(help);
}

function addItem(list, text, draw) {
  const item = list.append('li');
  const svg = create('svg').attr('width', 22).attr('height', 14).attr('aria-hidden', true);
  draw(svg);
  item.append(() => svg.node());
  item.append('span').text(text);
}

function addLook(svg, look) {
  if (paths[look]) svg.append('path').attr('class', look).attr('d', paths[look]);
  else svg.append('rect').attr('class', look).attr('x', 1).attr('y', 1).attr('width', 20).attr('height', 12).attr('rx', 2);
}
