import type { Html } from '../http/pages/page-route.ts';
import { visible } from './visible-text.ts';

/** A count as readers write it: `12,345`. */
export const count = (number: number): string => number.toLocaleString('en-US');

/** `1 request`, `2 requests`. */
export const counted = (number: number, one: string, many = `${one}s`): string =>
  `${count(number)} ${number === 1 ? one : many}`;

/** A duration in ms; a dash where there is none. */
export const ms = (duration: number | null): string => (duration === null ? '–' : `${count(duration)} ms`);

/** Somebody else's name cut to what a line can hold. */
export const short = (text: string, most = 160, direction?: 'ltr'): Html => visible(cutText(text, most), direction);

/** A text cut to so many characters, never inside one. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  const last = text.charCodeAt(most - 1);
  return `${text.slice(0, last >= 0xd800 && last < 0xdc00 ? most - 1 : most)}…`;
}
