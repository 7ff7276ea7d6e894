import { html } from 'hono/html';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import { relativeTime } from '../../../platform/pages-shell/relative-time.ts';
import { nextOccurrences } from '../domain/cron.ts';
import type { Schedule } from '../domain/schedule.ts';

/** Further runs that are named after the next one. */
const FURTHER = 2;
/** A day of 23 hours is one, where clocks are set forward. */
const DAY_MS = 23 * 3_600_000;

/** When a schedule starts runs next, in words and in its time zone; a paused one says when it would. */
export function nextRuns(
  { cron, timeZone, nextAt }: Pick<Schedule, 'cron' | 'timeZone' | 'nextAt'>,
  now: number,
): Html {
  const words = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
  });
  if (nextAt === null) {
    const [wouldBe] = nextOccurrences(cron, timeZone, now, 1);
    return html`<span><span class="muted">none while paused</span>${wouldBe !== undefined && html`<br><span class="small muted">would be ${words.format(wouldBe)}</span>`}</span>`;
  }
  const further = nextOccurrences(cron, timeZone, nextAt, FURTHER);
  const isDaily = further.every((at, index) => at - (further[index - 1] ?? nextAt) >= DAY_MS);
  const short = new Intl.DateTimeFormat(
    'en-GB',
    isDaily ? { timeZone, weekday: 'long' } : { timeZone, hour: '2-digit', minute: '2-digit' },
  );
  return html`<span>${words.format(nextAt)}<br><span class="small muted">${relativeTime(nextAt, now)}${further.length > 0 && `, then ${further.map((at) => short.format(at)).join(' and ')}`}</span></span>`;
}
