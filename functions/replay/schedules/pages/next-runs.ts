import { html } from 'hono/html';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import { relativeText } from '../../../platform/pages-shell/relative-time.ts';
import { isoText } from '../../../platform/time/iso-text.ts';
import { nextOccurrences } from '../domain/cron.ts';
import type { Schedule } from '../domain/schedule.ts';

/** Further runs that are named after the next one. */
const FURTHER = 2;
/** A day of 23 hours is one, where clocks are set forward. */
const DAY_MS = 23 * 3_600_000;

const HOUR_MS = 3_600_000;

/** When a schedule starts runs next, in words and in its time zone; a paused one says when it would. */
export function nextRuns(
  { cron, timeZone, nextAt }: Pick<Schedule, 'cron' | 'timeZone' | 'nextAt'>,
  now: number,
): Html {
  if (nextAt === null) {
    const [wouldBe] = nextOccurrences(cron, timeZone, now, 1);
    return html`<span><span class="muted">none while paused</span>${wouldBe !== undefined && html`<br><span class="small muted">would be ${timeText(wouldBe, now, timeZone)}</span>`}</span>`;
  }
  const iso = isoText(nextAt);
  return html`<span><time datetime="${iso}" title="${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC">${timeText(nextAt, now, timeZone)}</time><br><span class="small muted">${relativeText(nextAt, now)}${laterText(nextAt, nextOccurrences(cron, timeZone, nextAt, FURTHER), timeZone)}</span></span>`;
}

/** `tomorrow at 02:00`, `Saturday 21 November at 02:00`; UTC is named. */
function timeText(at: number, now: number, timeZone: string): string {
  const day = new Intl.DateTimeFormat('en-GB', { timeZone, weekday: 'long', day: 'numeric', month: 'long' });
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' });
  const [on, today, tomorrow] = [at, now, now + DAY_MS].map((one) => day.format(one));
  const named = on === today ? 'today' : on === tomorrow ? 'tomorrow' : on;
  return `${named} at ${clock.format(at)}${timeZone === 'UTC' ? ' UTC' : ''}`;
}

/** The runs after the next one: by their days, by their times, or as each hour. */
function laterText(nextAt: number, further: readonly number[], timeZone: string): string {
  if (further.length === 0) return '';
  const gaps = further.map((at, index) => at - (further[index - 1] ?? nextAt));
  if (gaps.every((gap) => gap === HOUR_MS)) return ', then each hour';
  const short = new Intl.DateTimeFormat(
    'en-GB',
    gaps.every((gap) => gap >= DAY_MS)
      ? { timeZone, weekday: 'long' }
      : { timeZone, hour: '2-digit', minute: '2-digit' },
  );
  return `, then ${further.map((at) => short.format(at)).join(' and ')}`;
}
