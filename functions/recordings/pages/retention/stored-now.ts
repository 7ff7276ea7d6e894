import { html } from 'hono/html';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import { byteSize } from '../../../platform/pages-shell/byte-size.ts';
import { relativeTime } from '../../../platform/pages-shell/relative-time.ts';
import { count } from '../../../platform/pages-shell/texts.ts';

const HOUR_MS = 3_600_000;

/** What an application has stored. */
export interface StoredNow {
  recordings: number | undefined;
  runs: number | undefined;
  bytes: { rolling: number; pinned: number };
  pinned: number;
  /** The hour in which the oldest rolling recording came in, epoch ms; undefined without one. */
  oldest: number | undefined;
  /** How long rolling recordings are kept, ms. */
  retentionMs: number;
}

/** What is stored now, and when the oldest of it goes. */
export function storedNow(
  { recordings, runs, bytes, pinned, oldest, retentionMs }: StoredNow,
  now: number,
  status: Html | false,
): Html {
  const stat = (name: string, value: Html | string, note?: Html | string | false) =>
    html`<div><dt>${name}</dt><dd>${value}${note && html` <small>${note}</small>`}</dd></div>`;
  const number = (value: number | undefined) => (value === undefined ? '–' : count(value));
  const end = (oldest ?? 0) + HOUR_MS + retentionMs;
  return html`<section class="panel" aria-labelledby="used"><div class="panel-head"><h2 id="used">Stored now</h2></div><dl class="stats">${stat('Recordings', number(recordings), `${byteSize(bytes.rolling + bytes.pinned)}, ${count(pinned)} pinned`)}${stat('Runs', number(runs))}${stat('Oldest recording', relativeTime(oldest, now) ?? 'none', oldest !== undefined && html`expires ${end > now ? relativeTime(end, now) : 'now'}`)}</dl>${status}</section>`;
}
