// Periods of constant state.

const ordinaryWaits = ['ContainerCreating', 'PodInitializing', ''];

/** Returns the look of a container's state in its lane. */
export function containerState(container) {
  const {waiting, running, terminated} = container.state ?? {};
  const restarts = container.restartCount ?? 0;
  const state = {key: `${restarts} ${running?.startedAt}`, message: `restart count ${restarts}`};
  if (running) {
    const look = container.ready ? 'running' : 'unready';
    return {...state, look, label: container.ready ? 'running, ready' : 'running'};
  }
  if (terminated) {
    const label = `${terminated.reason ?? 'exited'} ${terminated.exitCode}`;
    return {...state, look: terminated.exitCode === 0 ? 'completed' : 'failed', label};
  }
  const reason = waiting?.reason ?? '';
  const message = [state.message, waiting?.message].filter(Boolean).join(': ');
  return {...state, message, look: ordinaryWaits.includes(reason) ? 'waiting' : 'backoff', label: reason || 'waiting'};
}

/** Returns the look of a pod's phase. */
export function podState(status, terminating) {
  const looks = {Pending: 'waiting', Running: 'running', Succeeded: 'completed', Failed: 'failed'};
  const reason = status.reason ? ` (${status.reason})` : '';
  if (terminating) return {look: 'backoff', label: `Terminating, ${status.phase}${reason}`};
  return {look: looks[status.phase] ?? 'unready', label: `${status.phase}${reason}`};
}

/** Returns the look of a row of `kubectl get pods`. */
export function rowState({ready, status, restarts}) {
  const [up, all] = ready.split('/');
  const looks = {Running: up === all ? 'running' : 'unready', Completed: 'completed', Succeeded: 'completed'};
  const isBegun = status === 'Pending' || ordinaryWaits.includes(status) || status.startsWith('Init:');
  const otherwise = isBegun ? 'waiting' : /BackOff|Terminating|ErrImage/.test(status) ? 'backoff' : 'failed';
  const message = `ready ${ready}, restart count ${restarts}`;
  return {key: message, message, look: looks[status] ?? otherwise, label: status};
}

/** Converts changes of state to bars; equal neighbours are merged. */
export class States {
  bars = [];
  open = null;

  set(time, state, record) {
    if (this.open && this.open.look === state.look && this.open.label === state.label && this.open.key === state.key) return;
    this.end(time);
    this.open = {...state, from: time, record};
  }

  end(time) {
    if (this.open && time > this.open.from) this.bars.push({...this.open, to: time});
    this.open = null;
  }
}
