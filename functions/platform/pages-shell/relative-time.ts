import { html } from 'hono/html';
import type { Html } from '../http/pages/page-route.ts';
import { isoText } from '../time/iso-text.ts';

const UNITS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;
const PAST = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
/** `tomorrow` would be wrong for a time 40 hours ahead. */
const FUTURE = new Intl.RelativeTimeFormat('en', { numeric: 'always' });

/**
 * How long ago a time is, or how far ahead: `12 minutes ago`, `yesterday`, `in 2 hours`, `just now`.
 * Epoch ms.
 */
export function relativeText(at: number, now: number): string {
  const seconds = (at - now) / 1000;
  for (const [unit, length] of UNITS) {
    if (Math.abs(seconds) >= length) return (seconds < 0 ? PAST : FUTURE).format(Math.trunc(seconds / length), unit);
  }
  // Clocks of the parts of a service differ by less than a second.
  return seconds >= 1 ? 'in less than a minute' : 'just now';
}

/** A time relative to now, with the exact UTC time in its tooltip. Epoch ms. */
export function relativeTime(at: number | null | undefined, now: number): Html | null {
  if (at === null || at === undefined) return null;
  const iso = isoText(at);
  return html`<time datetime="${iso}" title="${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC">${relativeText(at, now)}</time>`;
}
