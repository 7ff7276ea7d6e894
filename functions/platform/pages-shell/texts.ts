import type { Html } from '../http/pages/page-route.ts';
import { count, counted } from '../values/shown/counted.ts';
import { cutText } from '../values/shown/cut-text.ts';
import { visible } from './visible-text.ts';

export { count, counted, cutText };

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
