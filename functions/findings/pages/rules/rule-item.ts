import { html } from 'hono/html';
import { RULE_TRAITS } from '../../../compare/domain/rules/rule-traits.ts';
import type { CompareRule } from '../../../compare/domain/rules/rules.ts';
import type { Html, PageRequest } from '../../../platform/http/pages/page-route.ts';
import { badge } from '../../../platform/pages-shell/badge.ts';
import { actionForm } from '../../../platform/pages-shell/form-parts.ts';
import { relativeTime } from '../../../platform/pages-shell/relative-time.ts';
import { counted } from '../../../platform/pages-shell/texts.ts';
import { visible } from '../../../platform/pages-shell/visible-text.ts';
import type { ReplayPlan } from '../../../replay/domain/plan.ts';
import type { RuleUse } from '../../domain/rules/rule-use.ts';
import { type MethodsOf, ruleSentence } from '../parts/rule-sentence.ts';

export interface RuleItemFacts {
  request: PageRequest;
  /** Of the rules page. */
  path: string;
  /** The run that the effect is of; undefined if none has finished. */
  last: { plan: ReplayPlan; used: ReadonlyMap<string, RuleUse> } | undefined;
  methods: MethodsOf;
  /** Epoch ms. */
  now: number;
}

/** A rule of the list: its sentence, what it did in the last run, who made it, and what can be done with it. */
export function ruleItem(
  rule: CompareRule,
  number: number,
  { request, path, last, methods, now }: RuleItemFacts,
): Html {
  const { comment, origin, createdBy, createdAt } = rule;
  const by = origin === 'noise-reduction' ? 'By noise reduction' : html`By ${visible(createdBy)}`;
  const about = html`<span class="hidden"> rule ${number}</span>`;
  return html`<li><div><p class="sentence">${ruleSentence(rule, methods)}${last && effectOf(rule, last)}</p>
<p class="small muted">${comment !== undefined && comment !== '' && html`${visible(comment)}${!/[.!?]$/.test(comment) && '.'} `}${by}, ${relativeTime(createdAt, now)}</p></div>${
    request.may('write') &&
    html`<div class="row"><a class="button tiny" href="${path}?${copyOf(rule)}#new">Copy${about}</a> ${actionForm(request, `${path}/remove`, html`Remove${about}`, { fields: { ruleId: rule.ruleId }, danger: true, confirm: 'Remove this rule? Differences that it ignored appear again.' })}</div>`
  }</li>`;
}

function effectOf({ ruleId, kind }: CompareRule, { plan, used }: NonNullable<RuleItemFacts['last']>): Html | null {
  // A key decides how a list is compared, and hides nothing that could be counted.
  if (!RULE_TRAITS[kind].takesOut) return null;
  const use = used.get(ruleId);
  if (use === undefined) return html`: ${badge('no match in the last run', 'warn')}`;
  return html`: <a href="/report/${plan.planId}">hides ${counted(use.fields, 'field')} in ${counted(use.requests, 'request')}</a>`;
}

/** The query that fills the form with the same rule. */
function copyOf({ kind, path, operation, target, keys, tolerance = {}, comment }: CompareRule): URLSearchParams {
  const { absolute, relative, ms } = tolerance;
  return new URLSearchParams({
    kind,
    path,
    ...(operation !== null && { operation }),
    ...(target !== 'response' && { target }),
    ...(keys && { keys: keys.join(', ') }),
    ...(absolute !== undefined && { amount: String(absolute) }),
    ...(absolute === undefined && relative !== undefined && { amount: String(relative * 100), measure: 'percent' }),
    ...(ms !== undefined && { duration: String(ms), timeUnit: 'milliseconds' }),
    ...(comment !== undefined && { comment }),
  });
}
