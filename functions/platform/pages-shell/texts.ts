import type { Html } from '../http/pages/page-route.ts';
import { visible } from './visible-text.ts';

/** Formats a count: `12,345`. */
export const count = (number: number): string => number.toLocaleString('en-US');

/** `1 request`, `2 requests`. */
export const counted = (number: number, one: string, many = `${one}s`): string =>
  `${count(number)} ${number === 1 ? one : many}`;

/** Formats a duration in whole ms, without the unit; a dash if there is none. Importers bring fractions. */
export const wholeMs = (duration: number | null): string => (duration === null ? '–' : count(Math.round(duration)));

/** Formats a duration in whole ms; a dash if there is none. */
export const ms = (duration: number | null): string => (duration === null ? '–' : `${wholeMs(duration)} ms`);

/** Formats a duration in ms: `420 ms`, `7 s`, `2 min 14 s`, `1 h 05 min`. */
export function durationText(duration: number): string {
  if (duration < 1000) return `${Math.round(duration)} ms`;
  const seconds = Math.round(duration / 1000);
  if (seconds < 60) return `${seconds} s`;
  const [minutes, left] = [Math.floor(seconds / 60), seconds % 60];
  if (minutes < 60) return `${minutes} min ${padded(left)} s`;
  return `${Math.floor(minutes / 60)} h ${padded(minutes % 60)} min`;
}

const padded = (number: number): string => String(number).padStart(2, '0');

/** An external name cut to the length of a line. */
export const short = (text: string, max = 160, direction?: 'ltr'): Html => visible(cutText(text, max), direction);

/** Cuts a text to a number of characters, never inside one. */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text;
  const last = text.charCodeAt(max - 1);
  return `${text.slice(0, last >= 0xd800 && last < 0xdc00 ? max - 1 : max)}…`;
}
