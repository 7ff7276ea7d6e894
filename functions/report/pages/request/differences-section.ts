import { html } from 'hono/html';
import type { Difference } from '../../../compare/domain/difference.ts';
import { groupToday, type RulesToday } from '../../../findings/domain/classify.ts';
import { isRuleable, KIND_WORDS } from '../../../findings/pages/kind-words.ts';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import { visible } from '../../../platform/pages-shell/visible-text.ts';
import { counted, short } from '../../../platform/pages-shell/words.ts';
import { canBeRule, casePath, NO_RULE, rulePagePath, withQuery } from '../report-links.ts';
import { rawPath, type SubjectFacts } from './body-section.ts';
import { keyCandidate } from './key-candidate.ts';
import type { PartedValues } from './parted-values.ts';

/** Differences on a page: a comparison keeps at most twice 200. */
const MOST = 100;
/** Of one side; what is cut to where the sides part is no longer than that. */
const LONGEST_VALUE = 360;

/** A difference with what is said of it today. */
export interface DifferenceToday {
  difference: Difference;
  /** The rule that takes it out today. */
  rule: string | null;
}

/** Differences of one request under today's rules; those that count come first. */
export const differencesToday = (differences: readonly Difference[], today: RulesToday): DifferenceToday[] =>
  differences
    .map((difference) => ({
      difference,
      rule:
        (isRuleable(difference.kind) ? today.ruleFor(difference.subject) : null) ??
        (difference.rule !== null && today.has(difference.rule) ? difference.rule : null),
    }))
    .toSorted((a, b) => Number(a.rule !== null) - Number(b.rule !== null));

/** Finds what the list tells of a field of the side-by-side view: of the field itself, or of the list that it is an element of. */
export function subjectFacts(all: readonly DifferenceToday[]): (subject: string) => SubjectFacts | null {
  const known = new Map<string, SubjectFacts>();
  for (const [index, { difference, rule }] of all.slice(0, MOST).entries()) {
    if (known.has(difference.subject)) continue;
    known.set(difference.subject, { anchor: `d${index}`, isIgnored: rule !== null });
  }
  return (subject) => known.get(subject) ?? known.get(subject.replace(/\[\*\]$/, '')) ?? null;
}

/** The list of what differs, with what a reader can do about each. */
export function differencesSection(
  { planId, item, operation, mayWrite }: { planId: string; item: number; operation: string; mayWrite: boolean },
  all: readonly DifferenceToday[],
  today: RulesToday,
  partedOf: (difference: Difference) => PartedValues | null,
): Html {
  return html`<section aria-labelledby="differences"><h2 id="differences">Differences</h2>
${all.length === 0 ? html`<p class="empty">Nothing differs.</p>` : html`<ol class="findings">${all.slice(0, MOST).map((one, index) => itemOf(one, index))}</ol>`}
${all.length > MOST && html`<p class="faint">and ${counted(all.length - MOST, 'other')}</p>`}</section>`;

  function itemOf({ difference, rule }: DifferenceToday, index: number): Html {
    const { kind, subject, path, recorded, replayed, note } = difference;
    const isReview = rule === null && groupToday(difference, today) === 'toReview';
    const parted = partedOf(difference);
    const isList = kind === 'ARRAY_LENGTH' || kind === 'ARRAY_ORDER';
    return html`<li class="panel" id="d${index}"><h3>${KIND_WORDS[kind]} <code>${short(path)}</code> ${
      rule === null
        ? html`<span class="state ${isReview ? 'warn' : 'bad'}">${isReview ? 'to review' : 'needs action'}</span>`
        : html`<span class="state quiet">ignored by a rule</span>`
    }</h3>
<dl class="facts"><dt>Recorded</dt><dd>${value(parted?.recorded ?? recorded, 'del')}</dd><dt>Replayed</dt><dd>${value(parted?.replayed ?? replayed, 'ins')}</dd>${parted && placeOf(casePath(planId, item), parted)}${note !== undefined && html`<dt>Note</dt><dd>${visible(note)}</dd>`}${rule !== null && html`<dt>Rule</dt><dd><code>${rule}</code></dd>`}</dl>
${
  mayWrite &&
  rule === null &&
  isRuleable(kind) &&
  (!canBeRule(subject)
    ? html`<p class="faint">${NO_RULE}</p>`
    : html`<p class="row"><a class="button small" href="${rulePagePath(planId, { kind: 'ignore', subject, operation, from: item })}">Ignore at this endpoint…<span class="visually-hidden"> ${short(path)}</span></a> <a class="button small" href="${rulePagePath(planId, { kind: 'ignore', subject, from: item })}">Ignore everywhere…<span class="visually-hidden"> ${short(path)}</span></a>${isList && html` <a class="button small" href="${rulePagePath(planId, { kind: 'array-key', subject, operation, from: item, keys: keyCandidate(recorded) ?? '' })}">Key for this list…<span class="visually-hidden"> ${short(path)}</span></a>`}</p>`)
}</li>`;
  }
}

/** The way to the whole of two values that are cut. */
const placeOf = (path: string, { raw, isHidden }: PartedValues): Html =>
  html`<dt>Whole</dt><dd>${isHidden && 'Both begin alike and part further on: '}${
    raw === null
      ? html`<a href="${path}#body">side by side</a>, <a href="${withQuery(path, { view: 'raw' })}#body">raw</a>`
      : html`<a href="${rawPath(path, raw)}">raw, at this place</a>`
  }</dd>`;

const value = (text: string | null, tag: 'del' | 'ins'): Html => {
  if (text === null) return html`<span class="faint">nothing</span>`;
  const shown = short(text, LONGEST_VALUE, 'ltr');
  return tag === 'del' ? html`<del><code>${shown}</code></del>` : html`<ins><code>${shown}</code></ins>`;
};
