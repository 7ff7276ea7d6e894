import { html } from 'hono/html';
import type { Html } from '../../platform/http/pages/page-route.ts';
import { type BadgeTone, badge } from '../../platform/pages-shell/badge.ts';
import { endpointName } from '../../platform/pages-shell/endpoint-name.ts';
import { type Column, facts, table } from '../../platform/pages-shell/list-parts.ts';
import { relativeTime } from '../../platform/pages-shell/relative-time.ts';
import { count, counted, cutText } from '../../platform/pages-shell/texts.ts';
import { visible } from '../../platform/pages-shell/visible-text.ts';
import { isoText } from '../../platform/time/iso-text.ts';
import type { LoggedTrace } from '../composition.ts';
import type { LogRow } from '../domain/log-row.ts';
import { LEVEL_LABELS, SOURCE_LABELS } from './logs-form.ts';

/** Characters of a message in its line, and of one that is opened. */
const MAX_LINE_LENGTH = 160;
/** Characters of an endpoint. */
const MAX_ENDPOINT_LENGTH = 40;
const MAX_MESSAGE_LENGTH = 4000;

/** Tones of levels; others are quiet. */
export const LEVEL_TONES: Readonly<Partial<Record<LogRow['severity'], BadgeTone>>> = {
  WARN: 'warn',
  ERROR: 'bad',
  FATAL: 'bad',
};

export interface EntriesTableOptions {
  rows: readonly LogRow[];
  /** In lists of several traces: what each trace is a request of, and the address of its entries. */
  requests: { of: ReadonlyMap<string, LoggedTrace>; linkOf: (traceId: string) => string } | null;
  /** In the list of one trace: when the pass of an entry began, in epoch ms. */
  beginOf?: (row: LogRow) => number;
  /** Epoch ms. */
  now: number;
}

/** Log entries, one line each; the whole message and the ids open below it. */
export const entriesTable = ({ rows, requests, beginOf, now }: EntriesTableOptions): Html => {
  const columns: Column[] = [
    { name: 'Time' },
    { name: 'Level', isNamed: false },
    { name: 'Service', isNamed: false },
    { name: 'Message', as: 'wide', isNamed: false },
  ];
  return table({
    caption: 'Log entries',
    columns: requests === null ? columns : [...columns, { name: 'Request', as: 'wide', isNamed: false }],
    rows: rows.map((row) => {
      const trace = requests?.of.get(row.trace_id);
      return [
        html`<span class="nowrap">${relativeTime(row.timestamp, now)}${beginOf && html` <span class="small muted">+${count(row.timestamp - beginOf(row))} ms</span>`}</span>`,
        badge(LEVEL_LABELS[row.severity], LEVEL_TONES[row.severity]),
        html`<span>${visible(cutText(row.service_name, 60))}${row.source !== 'app' && html` <span class="small muted">${SOURCE_LABELS[row.source]}</span>`}</span>`,
        messageOf(row),
        ...(requests === null
          ? []
          : [
              html`<a class="nowrap" href="${requests.linkOf(row.trace_id)}">${trace === undefined ? 'Trace' : endpointName(trace.operation.startsWith(`${trace.method} `) ? null : trace.method, cutText(trace.operation, MAX_ENDPOINT_LENGTH))}</a>`,
            ]),
      ];
    }),
    empty: 'No log entries',
  });
};

function messageOf({ body, timestamp, trace_id, span_id, replay_id, plan_id, plan_item_id }: LogRow): Html {
  const line = body.split('\n', 1).join('');
  return html`<details><summary><span class="mono">${visible(line === '' ? '(empty)' : cutText(line, MAX_LINE_LENGTH), 'ltr')}</span></summary><pre tabindex="0" role="group" aria-label="Message">${visible(cutText(body, MAX_MESSAGE_LENGTH), 'ltr')}</pre>${
    body.length > MAX_MESSAGE_LENGTH &&
    html`<p class="small muted">${counted(body.length - MAX_MESSAGE_LENGTH, 'further character')} in the file of the trace</p>`
  }${facts([
    ['Time', isoText(timestamp)],
    ['Trace', html`<code>${visible(trace_id)}</code>`],
    ['Span', span_id && html`<code>${visible(span_id)}</code>`],
    ['Run', plan_id && html`<a href="/report/${encodeURIComponent(plan_id)}">${visible(plan_id)}</a>`],
    ['Replay id', replay_id && html`<code>${visible(replay_id)}</code>`],
    ['Request', plan_item_id && html`<code>${visible(plan_item_id)}</code>`],
  ])}</details>`;
}

/** How many entries a list shows. */
export const shownText = (number: number, isCut: boolean, order: 'oldest' | 'newest'): string =>
  isCut ? `The ${order} ${count(number)} entries` : counted(number, 'entry', 'entries');
