import { html } from 'hono/html';
import type { Html } from '../../platform/http/pages/page-route.ts';
import { count } from '../../platform/pages-shell/texts.ts';
import type { LogRow } from '../domain/log-row.ts';
import type { TracePass } from '../domain/trace-passes.ts';

/** Which passes the entries of a trace are listed of. */
export type ShownPass = 'both' | 'recorded' | 'replayed';

export const shownPassOf = (query: URLSearchParams): ShownPass => {
  const wanted = query.get('pass');
  return wanted === 'recorded' || wanted === 'replayed' ? wanted : 'both';
};

/** The pass that an entry belongs to. */
export const passOfRow = (passes: readonly TracePass[], { timestamp }: Pick<LogRow, 'timestamp'>) =>
  passes.findLast(({ from }) => from <= timestamp);

/** The entries of the chosen passes. */
export function rowsOfPass(rows: readonly LogRow[], passes: readonly TracePass[], shown: ShownPass): readonly LogRow[] {
  if (shown === 'both') return rows;
  return rows.filter((row) => passOfRow(passes, row)?.isReplay === (shown === 'replayed'));
}

/** The choice of passes, each with its number of entries; null where all entries are of one kind. */
export function passChoice(
  rows: readonly LogRow[],
  passes: readonly TracePass[],
  shown: ShownPass,
  url: URL,
): Html | null {
  const recorded = rowsOfPass(rows, passes, 'recorded').length;
  const replayed = rows.length - recorded;
  if (recorded === 0 || replayed === 0) return null;
  const link = (pass: ShownPass, text: string) => {
    const query = new URLSearchParams(url.searchParams);
    if (pass === 'both') query.delete('pass');
    else query.set('pass', pass);
    return html`<a class="button tiny" href="${url.pathname}?${query}#entries"${pass === shown && html` aria-current="true"`}>${text}</a>`;
  };
  return html`<span class="join" role="group" aria-label="Pass">${link('both', 'Both')}${link('recorded', `Recorded ${count(recorded)}`)}${link('replayed', `Replayed ${count(replayed)}`)}</span>`;
}
