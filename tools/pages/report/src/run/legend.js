// The legend of the lanes.
import {select} from 'd3-selection';
import {sample} from './chart.js';

const looks = [
  ['running', null, 'running and ready; kubelet up'],
  ['unready', null, 'running, not ready'],
  ['waiting', null, 'waiting; Pending'],
  ['backoff', null, 'waiting after a failure; terminating'],
  ['completed', null, 'exited with 0; Succeeded'],
  ['failed', null, 'exited with another code; Failed; kubelet down'],
  ['thin alive', null, 'thin line below: the process runs; the pod is Ready'],
  ['sync', null, 'a sync of the pod worker; hover for its reasons'],
  ['sync-failed', null, 'a sync that failed'],
  ['call', null, 'a runtime call'],
  ['call-failed', null, 'a runtime call that failed'],
  ['plain', 'circle', 'an event; an iteration of the sync loop; a successful probe'],
  ['warning', 'triangle', 'a warning; a failed probe'],
  ['quiet', 'diamond', 'a change that a relist detected'],
  ['outside', 'square', 'a change of the API'],
  ['bad', 'exit', 'a process exits'],
];

const divergenceLook = ['divergence', 'diamond', 'first difference from the run before'];

export function showLegend(place, isOfSeveral) {
  const list = select(place).append('ul').attr('class', 'legend');
  const item = list.selectAll('li').data(isOfSeveral ? [...looks, divergenceLook] : looks).join('li');
  item.append(([look, shape]) => sample(look, shape));
  item.append('span').text(([, , text]) => text);
  const help = 'Click to move the cursor. Arrow keys step, Home and End jump, + and \u2212 zoom, 0 shows all, / finds. ' +
    'Drag or scroll sideways to pan; Ctrl and the wheel, or the wheel on the axis, zoom; on a touch screen use two fingers. ' +
    'A number beside a mark counts marks that are too close to be drawn separately.';
  select(place).append('p').attr('class', 'help').text(help);
}
