import { html } from 'hono/html';
import { isExpectedId } from '../../../compare/domain/expected/expectation-ids.ts';
import { KIND_LABELS } from '../../../compare/domain/kind-labels.ts';
import { HEADERS_SUBJECT } from '../../../compare/domain/rules/rules.ts';
import { type CurrentRules, currentGroup, isLikelyNoise } from '../../../findings/domain/classify.ts';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import { icon } from '../../../platform/pages-shell/icon.ts';
import { count, short } from '../../../platform/pages-shell/texts.ts';
import { visible } from '../../../platform/pages-shell/visible-text.ts';
import { findingChange } from '../report/finding-change.ts';
import { threeColumns } from '../report/two-builds/three-values.ts';
import { canBeRule, casePath, NO_RULE, withQuery } from '../report-links.ts';
import { rawPath } from './body-section.ts';
import { type CurrentDifference, takenOutText } from './current-differences.ts';
import { isInBody } from './diff/row-facts.ts';
import type { ShownRow } from './diff/shown-rows.ts';
import type { HighlightedValues } from './highlighted-values.ts';
import { mayHaveRule } from './rule-actions.ts';
import type { ShownCase } from './shown-case.ts';

/** Maximum differences of one list. A comparison stores at most twice 200. */
const MAX_SHOWN = 25;

/** In the order of the list. */
const GROUPS = ['Needs action', 'To review', 'Expected', 'Ignored'] as const;
const MARKS: Readonly<Record<(typeof GROUPS)[number], Html>> = {
  'Needs action': icon('stop', 'bad'),
  'To review': icon('review', 'warn'),
  Expected: icon('ok'),
  Ignored: icon('gap'),
};

export interface DifferenceListOptions {
  planId: string;
  item: number;
  /** The first difference of the list, among those that count and then those that do not. */
  from: number;
  mayWrite: boolean;
  currentRules: CurrentRules;
}

/** What differs, those that count first: their kinds, fields and values, with links to their lines. */
export function differenceList(
  {
    differences,
    highlighted,
    bodies,
    asRecorded,
  }: Pick<ShownCase, 'differences' | 'highlighted' | 'bodies' | 'asRecorded'>,
  { planId, item, from, mayWrite, currentRules }: DifferenceListOptions,
): Html {
  const path = casePath(planId, item);
  const rows = rowsByDifference(bodies);
  const all = differences
    .map((one, index) => ({ ...one, index, group: groupOf(one, currentRules) }))
    .toSorted((a, b) => GROUPS.indexOf(a.group) - GROUPS.indexOf(b.group));
  const counted = all.filter(({ rule }) => rule === null).length;
  const start = from < all.length ? from : 0;
  const shown = all.slice(start, start + MAX_SHOWN);
  const left = all.length - start - shown.length;
  return html`<details open id="differences"><summary>Differences <span class="count">${count(counted)}</span></summary><div class="body stack">${
    all.length === 0 ? html`<p class="empty">Nothing differs</p>` : html`<ol class="stack">${shown.map(itemOf)}</ol>`
  }${
    (start > 0 || left > 0) &&
    html`<p class="small">${start > 0 && html`<a href="${path}#differences">First differences</a> `}${left > 0 && html`<a href="${withQuery(path, { differences: start + MAX_SHOWN })}#differences">${count(left)} more</a>`}</p>`
  }</div></details>`;

  function itemOf({ index, group, ...one }: (typeof all)[number]): Html {
    const { difference, rule } = one;
    const mark = MARKS[group];
    const href = locationOf(one, index);
    const kind = KIND_LABELS[difference.kind].en;
    return html`<li>${mark}<span class="hidden">${group}:</span> ${href === null ? kind : html`<a href="${href}">${kind}</a>`} <code>${short(difference.path, 160, 'ltr')}</code>${rule !== null && html` <span class="small muted">${takenOutText(rule)}</span>`}${rule === null && isLikelyNoise(difference, currentRules) && html` <span class="small muted">likely noise</span>`}${valuesOf({ ...one, index }, highlighted[index] ?? null, rows.get(index))}${
      mayWrite &&
      mayHaveRule(one) &&
      !canBeRule(difference.subject, difference.call) &&
      html`<p class="small muted">${NO_RULE}</p>`
    }</li>`;
  }

  /** Where a difference is seen: its line, on this page or on the one that begins with it. */
  function locationOf(one: CurrentDifference, index: number): string | null {
    const { call, subject } = one.difference;
    if (call !== undefined) return '#calls';
    if (subject.startsWith(HEADERS_SUBJECT)) return '#headers';
    if (!isInBody(one)) return null;
    if (one.rule !== null) return `${withQuery(path, { fold: 'none', difference: index })}#d${index}`;
    return rows.has(index) ? `#d${index}` : `${withQuery(path, { difference: index })}#d${index}`;
  }

  function valuesOf(
    { difference, index }: CurrentDifference & { index: number },
    cut: HighlightedValues | null,
    row: ShownRow | undefined,
  ): Html {
    const { kind, recorded, replayed, note } = difference;
    const move = kind === 'ARRAY_ORDER' ? row?.move : null;
    if (move) {
      const name = move.key === null ? 'An element' : short(move.key, 120, 'ltr');
      return html`<br><span class="small">${name} moved from ${move.from} to ${move.to}</span>`;
    }
    const whole = cut?.raw ? html` <a class="small" href="${rawPath(path, cut.raw)}">Whole value</a>` : null;
    const sides = { recorded: cut?.recorded ?? recorded, replayed: cut?.replayed ?? replayed };
    const values = asRecorded
      ? threeColumns(kind, { ...sides, asRecorded: asRecorded[index] })
      : findingChange(kind, sides, { room: SIDE_COLUMN });
    return html`${values}${cut?.isHidden && html`<span class="small">Both begin alike and differ further on</span>`}${whole}${note !== undefined && html`<span class="small muted">${visible(note)}</span>`}`;
  }
}

function groupOf({ difference, rule }: CurrentDifference, currentRules: CurrentRules): (typeof GROUPS)[number] {
  if (isExpectedId(rule)) return 'Expected';
  if (rule !== null) return 'Ignored';
  return currentGroup(difference, currentRules) === 'toReview' ? 'To review' : 'Needs action';
}

/** Characters of both values that fit into a line of the side column. */
const SIDE_COLUMN = 32;

/** The first row of each difference on this page. */
function rowsByDifference(bodies: ShownCase['bodies']): ReadonlyMap<number, ShownRow> {
  const rows =
    bodies.kind === 'rows' ? bodies.window.parts.flatMap((part) => (part.kind === 'row' ? part.row : [])) : [];
  return new Map(rows.flatMap((row) => (row.difference === null ? [] : [[row.difference, row] as const])));
}
