import { html } from 'hono/html';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import { table, time } from '../../../platform/pages-shell/list-parts.ts';
import { short } from '../../../platform/pages-shell/texts.ts';
import { visible } from '../../../platform/pages-shell/visible-text.ts';
import type { LedgerEvent } from '../../domain/ledger/event.ts';
import { artifactLink, runLink, shortDigest } from '../evaluation-links.ts';

export interface EventTableOptions {
  caption: string;
  empty: string;
  /** The number shown before an event. */
  positionOf(event: LedgerEvent): number;
  /** Whether to show the run of each event. */
  withRun?: boolean;
}

/** Table of ledger events in the given order (evaluation 3.10). */
export const eventTable = (
  events: readonly LedgerEvent[],
  { caption, empty, positionOf, withRun = false }: EventTableOptions,
): Html =>
  table({
    caption,
    empty,
    columns: [
      { name: 'Number' },
      { name: 'Event' },
      ...(withRun ? [{ name: 'Run' }] : []),
      { name: 'Details' },
      { name: 'By' },
      { name: 'At', as: 'time' },
      { name: 'Digest' },
    ],
    rows: events.map((event) => [
      positionOf(event),
      html`<code class="nowrap">${visible(event.type)}</code>`,
      ...(withRun ? [event.workflow_run_id === undefined ? null : runLink(event.workflow_run_id)] : []),
      payload(event),
      event.producer.kind === 'kernel'
        ? html`<span class="nowrap">the service</span>`
        : html`worker <code>${visible(event.producer.host_id ?? '')}</code>`,
      time(Date.parse(event.timestamp)),
      html`<span class="nowrap">${shortDigest(event.digest)}</span>`,
    ]),
  });

/** Members of a payload that have a value, in their original order. */
const payload = ({ payload: members }: LedgerEvent): Html =>
  html`${Object.entries(members)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(
      ([name, value]) =>
        html`<span class="member"><span class="muted">${visible(name)}</span> ${valueShown(name, value)}</span> `,
    )}`;

/** Members that name an artifact. */
const ARTIFACTS: readonly string[] = ['digest', 'native_result_digest', 'gate_policy_version'];

const valueShown = (name: string, value: unknown): Html | null => {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (!/^sha256:[0-9a-f]{64}$/.test(text)) return short(text);
  return ARTIFACTS.includes(name) ? artifactLink(text) : shortDigest(text);
};
