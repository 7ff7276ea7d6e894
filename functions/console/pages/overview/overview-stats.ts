import { html } from 'hono/html';
import type { CompareRule } from '../../../compare/domain/rules/rules.ts';
import { endpointCounts } from '../../../findings/domain/endpoints/endpoint-counts.ts';
import type { Findings } from '../../../findings/domain/findings.ts';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import { byteSize } from '../../../platform/pages-shell/byte-size.ts';
import type { Stat } from '../../../platform/pages-shell/decision.ts';
import { relativeTime } from '../../../platform/pages-shell/relative-time.ts';
import { count, counted, short } from '../../../platform/pages-shell/texts.ts';
import { visible } from '../../../platform/pages-shell/visible-text.ts';
import type { CaseBytes } from '../../../recordings/store/case-bytes.ts';
import type { Schedule } from '../../../replay/schedules/domain/schedule.ts';

export interface OverviewFacts {
  /** Of the pages of the application. */
  path: string;
  mayWrite: boolean;
  /** When the newest recording was made, epoch ms; null if there is none. */
  newest: number | null;
  bytes: CaseBytes;
  endpoints: number;
  mains: readonly string[];
  /** Of the last run that settled. */
  findings: Findings | undefined;
  schedules: readonly Schedule[];
  rules: readonly CompareRule[];
  /** Rules that ignored nothing in the last run that settled; null if there is none. */
  unmatched: number | null;
  /** Epoch ms. */
  now: number;
}

/** The numbers of an application: how fresh its recordings are, what its runs cover, and what comes next. */
export const overviewStats = (facts: OverviewFacts): Stat[] => [
  newestRecording(facts),
  endpointsRecorded(facts),
  mainEndpoints(facts),
  nextRun(facts),
  rulesStat(facts),
];

const newestRecording = ({ path, newest, bytes, now }: OverviewFacts): Stat => ({
  name: 'Newest recording',
  value: relativeTime(newest, now) ?? 'None',
  note: html`<a href="${path}/recordings">${byteSize(bytes.rolling + bytes.pinned)} stored</a>${bytes.pinned > 0 && html`, ${byteSize(bytes.pinned)} pinned`}`,
});

const endpointsRecorded = ({ path, endpoints, findings }: OverviewFacts): Stat => ({
  name: 'Endpoints recorded',
  value: html`<a href="${path}/recordings">${count(endpoints)}</a>`,
  note: findings
    ? `${count(endpointCounts(findings).replayed)} of ${count(endpointCounts(findings).inScope)} in the last run`
    : 'none replayed yet',
});

function mainEndpoints({ path, mayWrite, mains, findings }: OverviewFacts): Stat {
  const name = 'Main endpoints';
  const settings = `${path}/settings#mainOperations`;
  if (mains.length === 0)
    return { name, value: 'None', note: mayWrite && html`<a href="${settings}">Register main endpoints</a>` };
  if (findings === undefined) return { name, value: count(mains.length), note: 'none replayed yet' };
  const missing = findings.coverage.uncoveredMainOperations;
  const [first] = missing;
  return {
    name,
    value: `${count(mains.length - missing.length)} of ${count(mains.length)}`,
    note:
      first === undefined
        ? 'all in the last run'
        : html`not in the last run: <code>${short(first, 60)}</code>${missing.length > 1 && ` and ${counted(missing.length - 1, 'other')}`}`,
  };
}

function nextRun({ path, mayWrite, schedules, now }: OverviewFacts): Stat {
  const name = 'Next run';
  const planned = schedules.flatMap((one) => (one.enabled && one.nextAt !== null ? [{ ...one, at: one.nextAt }] : []));
  const next = planned.sort((a, b) => a.at - b.at)[0];
  if (next === undefined) {
    const add = mayWrite && html`<a href="${path}/schedules/new">Add a schedule</a>`;
    return { name, value: 'None', note: schedules.length > 0 ? pausedNote(path, schedules.length) : add };
  }
  return {
    name,
    value: relativeTime(next.at, now) ?? '',
    note: html`<a href="${path}/schedules">${visible(next.id)}</a> against <code>${visible(next.trigger.targetEnv)}</code>`,
  };
}

const pausedNote = (path: string, schedules: number): Html =>
  html`<a href="${path}/schedules">${counted(schedules, 'schedule')} paused</a>`;

const rulesStat = ({ path, rules, unmatched }: OverviewFacts): Stat => ({
  name: 'Rules',
  value: html`<a href="${path}/rules">${count(rules.length)}</a>`,
  note:
    unmatched !== null &&
    unmatched > 0 &&
    html`<a href="${path}/rules">${count(unmatched)} without a match in the last run</a>`,
});
