import { html } from 'hono/html';
import type { CompareRuleKind } from '../../../compare/domain/rules/rule-kind.ts';
import type { Html, PageRequest } from '../../../platform/http/pages/page-route.ts';
import { visible } from '../../../platform/pages-shell/visible-text.ts';

/** Each kind of interface 11 in two lines, in the order of the form. */
const KINDS: readonly (readonly [kind: CompareRuleKind, name: string, text: string])[] = [
  ['ignore', 'Ignore', 'Skip the field and all below it'],
  ['tolerance', 'Number tolerance', 'Allow numbers to be close'],
  ['time-tolerance', 'Time tolerance', 'Allow times to be close'],
  ['ignore-order', 'Any order', 'Accept a list in any order'],
  ['array-key', 'Match by key', 'Pair list elements by a field'],
  ['ignore-case', 'Ignore case', 'Upper and lower case are equal'],
  ['null-is-absent', 'Null is absent', 'null equals a missing field'],
  ['include-only', 'Compare only', 'Compare nothing else'],
];

/** The kinds of rules as radio cards. */
export const ruleChoices = (chosen: string, error: string | null | undefined, offered?: readonly string[]): Html =>
  html`<fieldset${error && html` class="wrong" aria-describedby="kind-error"`}><legend>Kind</legend><div class="choices">${KINDS.filter(
    ([kind]) => offered === undefined || offered.includes(kind),
  ).map(
    ([kind, name, text]) =>
      html`<label><input type="radio" name="kind" value="${kind}"${kind === chosen && html` checked`}><span>${name}<small>${text}</small></span></label>`,
  )}</div>${error && html`<p class="error" id="kind-error">${error}</p>`}</fieldset>`;

/**
 * Where the order of a list is to be ignored and its elements have a key: a link to the rule that compares by it.
 * `anchor`: of the form on its page.
 */
export function keyHint(
  { url, query }: Pick<PageRequest, 'url' | 'query'>,
  kind: string,
  keys: string,
  anchor = '',
): Html | null {
  if (kind !== 'ignore-order' || keys === '') return null;
  const byKey = new URLSearchParams(query);
  byKey.set('kind', 'array-key');
  return html`<p class="small">The elements have a key: <code>${visible(keys)}</code>. <a href="${url.pathname}?${byKey}${anchor}">Match by key</a> ignores the order too, and shows which element changed.</p>`;
}
