import { html } from 'hono/html';
import { isListKind, isNodeKind } from '../../../compare/domain/kinds.ts';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import { cutText, short } from '../../../platform/pages-shell/texts.ts';
import { visibleText } from '../../../platform/pages-shell/visible-text.ts';
import { keyCandidate } from '../report/key-candidate.ts';
import { canBeRule, NO_RULE, rulePagePath } from '../report-links.ts';
import type { CurrentDifference } from './current-differences.ts';
import { toleranceOffer } from './tolerance-offer.ts';

/** The request whose page offers rules. */
export interface RuleOrigin {
  planId: string;
  item: number;
  operation: string;
}

/** Whether rules are offered for a difference: it counts, and it is about a field or a call. */
export const mayHaveRule = ({ difference: { kind, call }, rule }: CurrentDifference): boolean =>
  rule === null && (isNodeKind(kind) || call !== undefined);

/** The rules that are offered for a difference, as links to their previews; the first is the usual one. */
export function rulesOffered(
  { planId, item, operation }: RuleOrigin,
  difference: CurrentDifference['difference'],
): { text: string; href: string }[] {
  const { kind, subject, call, recorded } = difference;
  const tolerance = toleranceOffer(difference);
  const rule = (text: string, more: Partial<Parameters<typeof rulePagePath>[1]>) => ({
    text,
    href: rulePagePath(planId, { kind: 'ignore', subject, call, from: item, ...more }),
  });
  return [
    rule('Ignore at this endpoint…', { operation }),
    rule('Ignore everywhere…', {}),
    ...(tolerance ? [rule(tolerance.text, { ...tolerance.fields, operation })] : []),
    ...(isListKind(kind)
      ? [rule('Compare in any order…', { kind: 'ignore-order', operation, keys: keyCandidate(recorded) ?? '' })]
      : []),
    ...(isListKind(kind)
      ? [rule('Key for this list…', { kind: 'array-key', operation, keys: keyCandidate(recorded) ?? '' })]
      : []),
  ];
}

/** The menu of rules beside a line that differs. */
export function lineMenu(origin: RuleOrigin, one: CurrentDifference): Html | null {
  if (!mayHaveRule(one)) return null;
  const { subject, call } = one.difference;
  const body = canBeRule(subject, call)
    ? rulesOffered(origin, one.difference).map(({ text, href }) => html`<a href="${href}">${text}</a>`)
    : NO_RULE;
  return html`<details class="menu"><summary aria-label="Actions for ${visibleText(cutText(subject, 160))}">⋯</summary><div class="menu-list">${body}</div></details>`;
}

/** Maximum fields of the menu of the page. */
const MAX_FIELDS = 10;

/** The links of the menu of the page: the usual rule for each field that differs. */
export function pageRules(origin: RuleOrigin, all: readonly CurrentDifference[]): Html[] {
  const offered = all.filter((one) => mayHaveRule(one) && canBeRule(one.difference.subject, one.difference.call));
  const bySubject = new Map(offered.map((one) => [`${one.difference.kind} ${one.difference.subject}`, one]));
  return [...bySubject.values()].slice(0, MAX_FIELDS).flatMap(({ difference }) => {
    const offers = rulesOffered(origin, difference);
    const usual = difference.kind === 'ARRAY_ORDER' ? offers.find(({ text }) => text.startsWith('Compare')) : offers[0];
    const name = html`<code>${short(difference.subject, 60, 'ltr')}</code>`;
    return usual
      ? [html`<a href="${usual.href}">${name}${difference.kind === 'ARRAY_ORDER' && ': any order'}…</a>`]
      : [];
  });
}
