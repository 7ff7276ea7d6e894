import { html } from 'hono/html';
import { KIND_LABELS } from '../../../compare/domain/kind-labels.ts';
import { isNodeKind, type Kind } from '../../../compare/domain/kinds.ts';
import { countedEndpoints, entryTotal } from '../../../findings/domain/endpoints/endpoint-counts.ts';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import { badge } from '../../../platform/pages-shell/badge.ts';
import { icon } from '../../../platform/pages-shell/icon.ts';
import { meter } from '../../../platform/pages-shell/meter.ts';
import { count, short } from '../../../platform/pages-shell/texts.ts';
import type { FindingRow } from '../../domain/finding-rows.ts';

import { canBeRule, casePath, casesPath, findingPath, rulePagePath } from '../report-links.ts';
import { fieldPath, stacked } from './field-path.ts';
import { cellChange } from './finding-change.ts';
import { keyCandidate } from './key-candidate.ts';
import { shownEndpoint } from './shown-endpoint.ts';
import { THREE_HEADS, threeValues } from './two-builds/three-values.ts';

/** Longer subjects are not in links. */
export const MAX_LINKED_LENGTH = 300;

/** What a row needs beside its finding. */
export interface RowFacts {
  planId: string;
  /** Position of a request that shows the finding; null if none is known. */
  example: number | null;
  isNew: boolean;
  mayWrite: boolean;
  /** How many fields the line names. */
  named: number;
  /** Why its values look like noise; null if they do not. */
  noise: string | null;
  /** Removes the marks that were made just now; null if it counts. */
  undo: Html | null;
  /** The running build answers on the left side. */
  isBesideRunningBuild: boolean;
}

/** How the group of a finding is shown beside its kind. */
export const SEVERITY = {
  needsAction: { icon: 'stop', tone: 'bad', text: 'Needs action' },
  toReview: { icon: 'review', tone: 'warn', text: 'To review' },
} as const;

/** One line of the findings table; its details are the row below. */
export function findingRow({ id, group, entry, pairs, pairsOf }: FindingRow, facts: RowFacts): Html {
  const { kind, subjects, interfaces, affectedRequests } = entry;
  const endpoints = countedEndpoints(interfaces);
  const totalRequests = entryTotal(entry);
  const { planId, example, isNew, mayWrite, named, noise, undo } = facts;
  const [subject = ''] = subjects;
  const [endpoint] = endpoints;
  const severity = SEVERITY[group];
  const name = KIND_LABELS[kind].en;
  const about = html`<span class="hidden"> ${name} ${short(subject, 60)}</span>`;
  return html`<tr class="finding" id="f-${id}" tabindex="-1" data-row="${undo !== null && 'expected'}"><td class="pick">${undo === null && html`<details class="twist"><summary aria-controls="more-${id}"><span class="hidden">Details of ${name} ${short(subject, 60)}</span>${icon('chevron')}</summary></details>`}</td>
<th scope="row"><span class="kind">${icon(severity.icon, severity.tone)}<span class="hidden">${severity.text}:</span> ${name}${isNew && html` ${badge('New', 'new', 'New since the previous run')}`}</span></th>
<td>${fieldPath(kind, subjects, named)}</td>
${valueCells(kind, subjects.slice(0, named), { pairsOf, noise, isBesideRunningBuild: facts.isBesideRunningBuild })}
<td class="c-endpoint">${endpoint && html`<span class="cut">${shownEndpoint(endpoint)}${endpoints.length > 1 && html` <span class="muted nowrap">+${endpoints.length - 1}</span>`}</span>`}</td>
<td class="c-count"><a href="${requestsPath(planId, { entry })}">${count(affectedRequests)} <span class="muted">of ${count(totalRequests)}</span></a>${meter(affectedRequests / Math.max(1, totalRequests), group === 'needsAction' ? 'bad' : 'warn')}</td>
<td class="actions">${undo !== null && html`${badge('Expected')} ${undo}`}${undo === null && html`${example !== null && html`<a href="${casePath(planId, example)}">Example${about}</a>`}${mayWrite && html`<a href="${findingPath(planId, id)}/expect"><span class="hidden">Mark as </span>Expected…${about}</a>`}${mayWrite && isNodeKind(kind) && ignoreLink(planId, { entry }, about, pairs[0]?.recorded ?? null)}`}</td></tr>
`;
}

/** The values of each field beside its name, in one cell or in three; a dash where none are known of any. */
function valueCells(
  kind: Kind,
  subjects: readonly string[],
  {
    pairsOf,
    noise,
    isBesideRunningBuild,
  }: Pick<FindingRow, 'pairsOf'> & Pick<RowFacts, 'noise' | 'isBesideRunningBuild'>,
): Html {
  const pairs = subjects.map((one) => pairsOf(one)[0]);
  const known = pairs.slice(0, Math.max(1, pairs.findLastIndex((pair) => pair !== undefined) + 1));
  const likely = noise !== null && html`<span class="small muted">Likely noise: ${noise}</span>`;
  if (!isBesideRunningBuild) return html`<td>${stacked(known.map((pair) => cellChange(kind, pair)))}${likely}</td>`;
  const values = known.map((pair) => threeValues(kind, pair));
  return html`${THREE_HEADS.map((head, at) => html`<td data-label="${head}">${stacked(values.map((one) => one[at] ?? html``))}${at === 2 && likely}</td>`)}`;
}

/** The failing requests of a finding. */
export const requestsPath = (
  planId: string,
  { entry: { kind, subjects, interfaces } }: Pick<FindingRow, 'entry'>,
): string => {
  const [subject = ''] = subjects;
  const [endpoint, ...others] = interfaces;
  return casesPath(planId, {
    kind,
    ...(subject.length <= MAX_LINKED_LENGTH && { subject }),
    ...(endpoint && others.length === 0 && { operation: endpoint.operationName }),
  });
};

function ignoreLink(
  planId: string,
  { entry: { kind, subjects, interfaces } }: Pick<FindingRow, 'entry'>,
  about: Html,
  recorded: string | null,
): Html | null {
  const [subject = ''] = subjects;
  const [endpoint, ...others] = interfaces;
  if (subject.length > MAX_LINKED_LENGTH || !canBeRule(subject)) return null;
  const operation = endpoint && others.length === 0 ? { operation: endpoint.operationName } : {};
  if (kind === 'ARRAY_ORDER') {
    const rule = { kind: 'ignore-order', subject, ...operation, keys: keyCandidate(recorded) ?? '' } as const;
    return html`<a href="${rulePagePath(planId, rule)}">Ignore…${about}</a>`;
  }
  return html`<a href="${rulePagePath(planId, { kind: 'ignore', subject, ...operation })}">Ignore…${about}</a>`;
}
