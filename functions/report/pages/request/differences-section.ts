import { html } from 'hono/html';
import type { Difference } from '../../../compare/domain/difference.ts';
import { KIND_WORDS } from '../../../compare/domain/kind-words.ts';
import { isListKind, isNodeKind } from '../../../compare/domain/kinds.ts';
import { type CurrentRules, currentGroup } from '../../../findings/domain/classify.ts';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import { visible } from '../../../platform/pages-shell/visible-text.ts';
import { counted, short } from '../../../platform/pages-shell/words.ts';
import { canBeRule, casePath, NO_RULE, rulePagePath, withQuery } from '../report-links.ts';
import { rawPath, type SubjectFacts } from './body-section.ts';
import type { HighlightedValues } from './highlighted-values.ts';
import { keyCandidate } from './key-candidate.ts';
import type { ShownCase } from './shown-case.ts';

/** Maximum differences per page. A comparison stores at most twice 200. */
const MAX_SHOWN = 100;
/** Maximum characters of one side. Values truncated to where the sides diverge are not longer. */
const MAX_VALUE_LENGTH = 360;

/** A difference with the rule that currently applies to it. */
export interface CurrentDifference {
  difference: Difference;
  /** The rule that currently ignores it. */
  rule: string | null;
  /** Its values cut to where they diverge; null if its own are whole. */
  highlighted: HighlightedValues | null;
}

/** Differences of one request under the current rules. Those that count come first. */
export const currentDifferences = (
  { differences, highlighted }: Pick<ShownCase, 'differences' | 'highlighted'>,
  today: CurrentRules,
): CurrentDifference[] =>
  differences
    .map((difference, index) => ({
      difference,
      highlighted: highlighted[index] ?? null,
      rule:
        (isNodeKind(difference.kind) ? today.ruleFor(difference.subject) : null) ??
        (difference.rule !== null && today.has(difference.rule) ? difference.rule : null),
    }))
    .toSorted((a, b) => Number(a.rule !== null) - Number(b.rule !== null));

/**
 * Finds the list entry of a field in the side-by-side view: that of the field itself, or of the list that contains it.
 */
export function subjectFacts(all: readonly CurrentDifference[]): (subject: string) => SubjectFacts | null {
  const known = new Map<string, SubjectFacts>();
  for (const [index, { difference, rule }] of all.slice(0, MAX_SHOWN).entries()) {
    if (known.has(difference.subject)) continue;
    known.set(difference.subject, { anchor: `d${index}`, isIgnored: rule !== null });
  }
  return (subject) => known.get(subject) ?? known.get(subject.replace(/\[\*\]$/, '')) ?? null;
}

/** The list of differences, with the available actions for each. */
export function differencesSection(
  { planId, item, operation, mayWrite }: { planId: string; item: number; operation: string; mayWrite: boolean },
  all: readonly CurrentDifference[],
  today: CurrentRules,
): Html {
  return html`<section aria-labelledby="differences"><h2 id="differences">Differences</h2>
${all.length === 0 ? html`<p class="empty">Nothing differs.</p>` : html`<ol class="findings">${all.slice(0, MAX_SHOWN).map((one, index) => itemOf(one, index))}</ol>`}
${all.length > MAX_SHOWN && html`<p class="muted">and ${counted(all.length - MAX_SHOWN, 'other')}</p>`}</section>`;

  function itemOf({ difference, rule, highlighted }: CurrentDifference, index: number): Html {
    const { kind, subject, path, recorded, replayed, note, call } = difference;
    const isReview = rule === null && currentGroup(difference, today) === 'toReview';
    return html`<li class="panel pad" id="d${index}"><h3>${KIND_WORDS[kind].en} <code>${short(path)}</code> ${
      rule === null
        ? html`<span class="badge ${isReview ? 'warn' : 'bad'}">${isReview ? 'to review' : 'needs action'}</span>`
        : html`<span class="badge quiet">ignored by a rule</span>`
    }</h3>
<dl class="pairs"><dt>Recorded</dt><dd>${value(highlighted?.recorded ?? recorded, 'del')}</dd><dt>Replayed</dt><dd>${value(highlighted?.replayed ?? replayed, 'ins')}</dd>${highlighted && placeOf(casePath(planId, item), highlighted)}${note !== undefined && html`<dt>Note</dt><dd>${visible(note)}</dd>`}${rule !== null && html`<dt>Rule</dt><dd><code>${rule}</code></dd>`}</dl>
${
  mayWrite &&
  rule === null &&
  (isNodeKind(kind) || call !== undefined) &&
  (!canBeRule(subject, call)
    ? html`<p class="muted">${NO_RULE}</p>`
    : html`<p class="row"><a class="button tiny" href="${rulePagePath(planId, { kind: 'ignore', subject, call, operation, from: item })}">Ignore at this endpoint…<span class="hidden"> ${short(path)}</span></a> <a class="button tiny" href="${rulePagePath(planId, { kind: 'ignore', subject, call, from: item })}">Ignore everywhere…<span class="hidden"> ${short(path)}</span></a>${isListKind(kind) && html` <a class="button tiny" href="${rulePagePath(planId, { kind: 'array-key', subject, operation, from: item, keys: keyCandidate(recorded) ?? '' })}">Key for this list…<span class="hidden"> ${short(path)}</span></a>`}</p>`)
}</li>`;
  }
}

/** Link to the full text of two truncated values. */
const placeOf = (path: string, { raw, isHidden }: HighlightedValues): Html =>
  html`<dt>Whole</dt><dd>${isHidden && 'Both begin alike and part further on: '}${
    raw === null
      ? html`<a href="${path}#body">side by side</a>, <a href="${withQuery(path, { view: 'raw' })}#body">raw</a>`
      : html`<a href="${rawPath(path, raw)}">raw, at this place</a>`
  }</dd>`;

const value = (text: string | null, tag: 'del' | 'ins'): Html => {
  if (text === null) return html`<span class="muted">nothing</span>`;
  const shown = short(text, MAX_VALUE_LENGTH, 'ltr');
  return tag === 'del' ? html`<del><code>${shown}</code></del>` : html`<ins><code>${shown}</code></ins>`;
};
