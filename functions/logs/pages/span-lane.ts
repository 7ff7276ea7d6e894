import { html } from 'hono/html';
import type { Html } from '../../platform/http/pages/page-route.ts';
import type { SpanEntries } from '../domain/trace-passes.ts';
import { LEVEL_TONES } from './entries-table.ts';

/** Any span is seen, however short it was. */
const MIN_WIDTH = 8;
const MARK_WIDTH = 6;
/** Maximum marks in a bar. */
const MAX_MARKS = 50;

interface Scale {
  /** The beginning of the pass, epoch ms. */
  start: number;
  /** Of the scale that all passes share, ms. */
  length: number;
  isReplay: boolean;
}

/** A span from its first to its last entry, with marks for warnings and errors. */
export function spanLane({ from, to, rows }: SpanEntries, { start, length, isReplay }: Scale): Html {
  const xOf = (at: number, room: number) => Math.min(1000 - room, Math.round((1000 * (at - start)) / length));
  const width = Math.max(MIN_WIDTH, Math.round((1000 * (to - from)) / length));
  const marks = rows.filter(({ severity }) => LEVEL_TONES[severity] !== undefined).slice(0, MAX_MARKS);
  return html`<svg class="lane" viewBox="0 0 1000 16" preserveAspectRatio="none" aria-hidden="true"><rect class="${isReplay ? 'replayed' : 'recorded'}" x="${xOf(from, width)}" y="5" width="${width}" height="6"/>${marks.map(
    ({ timestamp, severity }) =>
      html`<rect class="fill-${LEVEL_TONES[severity]}" x="${xOf(timestamp, MARK_WIDTH)}" y="1" width="${MARK_WIDTH}" height="14"/>`,
  )}</svg>`;
}
