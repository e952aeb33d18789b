// Formatting of times.
import {count} from './numbers.js';

/** Formats a duration like apimachinery's duration.HumanDuration, which kubectl uses for ages. */
export function age(span) {
  const seconds = Math.trunc(span);
  if (seconds < -1) return '<invalid>';
  if (seconds < 0) return '0s';
  if (seconds < 120) return `${seconds}s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 10) return parts(minutes, 'm', seconds % 60, 's');
  if (minutes < 180) return `${minutes}m`;
  const hours = Math.floor(minutes / 60);
  if (hours < 8) return parts(hours, 'h', minutes % 60, 'm');
  if (hours < 48) return `${hours}h`;
  const days = Math.floor(hours / 24);
  if (days < 8) return parts(days, 'd', hours % 24, 'h');
  if (days < 730) return `${days}d`;
  const years = Math.floor(days / 365);
  return years < 8 ? parts(years, 'y', days % 365, 'd') : `${years}y`;
}

function parts(large, largeUnit, small, smallUnit) {
  return small === 0 ? `${large}${largeUnit}` : `${large}${largeUnit}${small}${smallUnit}`;
}

/** Formats an instant of the run: "65.849s", "12m 3.5s". */
export function instant(seconds) {
  if (seconds < 120) return `${seconds.toFixed(3)}s`;
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  const rest = (seconds % 60).toFixed(3).padStart(6, '0');
  return hours > 0 ? `${hours}h ${String(minutes).padStart(2, '0')}m ${rest}s` : `${minutes}m ${rest}s`;
}

/** Formats a duration. */
export function span(seconds) {
  if (seconds <= 0) return '0s';
  if (seconds < 0.001) return `${Math.round(seconds * 1e6)}us`;
  if (seconds < 1) return `${+(seconds * 1e3).toFixed(1)}ms`;
  if (seconds < 120) return `${+seconds.toFixed(seconds < 10 ? 2 : 1)}s`;
  return tick(Math.round(seconds));
}

/** Formats a total of many durations; long ones in hours only: "14,583h". */
export function amount(seconds) {
  const hours = Math.round(seconds / 3600);
  return hours < 48 ? span(seconds) : `${count(hours)}h`;
}

/** Formats a tick of the time axis as short as possible. */
export function tick(seconds) {
  const milliseconds = Math.round(seconds * 1000);
  if (milliseconds < 60000) return `${milliseconds / 1000}s`;
  const whole = Math.floor(milliseconds / 1000);
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  const rest = (milliseconds % 60000) / 1000;
  return [hours && `${hours}h`, minutes && `${minutes}m`, rest && `${rest}s`].filter(Boolean).join('');
}
