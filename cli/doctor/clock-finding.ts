import { type Finding, finding } from './finding.ts';

/** A clock that differs by more than this moves recordings out of the window of a run, ms. */
const MAX_SKEW_MS = 30_000;

/** How far the clock of this machine is from the `Date` of a response. */
export function clockFinding(headers: Headers, now: number): Finding {
  const skewMs = Date.parse(headers.get('date') ?? '') - now;
  if (Number.isNaN(skewMs))
    return finding('clock', 'warn', 'the service does not return its time', 'Compare both clocks.');
  const seconds = Math.round(Math.abs(skewMs) / 1000);
  if (Math.abs(skewMs) <= MAX_SKEW_MS) return finding('clock', 'ok', `${seconds} s apart from the service`);
  return finding(
    'clock',
    'warn',
    `this clock is ${seconds} s ${skewMs > 0 ? 'behind' : 'ahead of'} the service`,
    'Synchronize the clocks of both machines.',
  );
}
