import { html } from 'hono/html';
import type { Html } from '../../http/page-route.ts';

/** A count as readers write it: `12,345`. */
export const count = (number: number): string => number.toLocaleString('en-US');

/** `1 request`, `2 requests`. */
export const counted = (number: number, one: string, many = `${one}s`): string =>
  `${count(number)} ${number === 1 ? one : many}`;

/** A share (0..1) in percent, never rounded up: only all is 100 %. */
export const percent = (share: number): string => `${Math.floor(share * 10_000) / 100} %`;

/** A duration in ms; a dash where there is none. */
export const ms = (duration: number | null): string => (duration === null ? '–' : `${count(duration)} ms`);

/** An instant in UTC, to the second (epoch ms). */
export const instant = (time: number): Html => {
  const iso = new Date(time).toISOString();
  return html`<time datetime="${iso}">${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC</time>`;
};

/** A name cut to what a line can hold. */
export const short = (text: string, most = 160): string => (text.length <= most ? text : `${text.slice(0, most)}…`);
