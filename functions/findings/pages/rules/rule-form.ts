import { html } from 'hono/html';
import { CompareRuleKind } from '../../../compare/domain/rules/rule-kind.ts';
import type { Html, PageRequest } from '../../../platform/http/pages/page-route.ts';
import { choice, csrfField, field, notice } from '../../../platform/pages-shell/form-parts.ts';
import { shownValue } from '../../../platform/pages-shell/form-values.ts';
import type { FieldErrors } from '../../../platform/pages-shell/refusal.ts';
import { type RulePreview, rulePreview } from './rule-preview.ts';
import { SUGGESTED_TARGETS } from './rule-target.ts';

/** What each kind of interface 11 does, in words. */
const KINDS: Readonly<Record<CompareRuleKind, string>> = {
  ignore: 'ignore: whatever is there',
  'ignore-order': 'ignore-order: a list in any order',
  'array-key': 'array-key: pair list elements by key, in any order',
  tolerance: 'tolerance: numbers so far apart',
  'time-tolerance': 'time-tolerance: times so far apart',
  'ignore-case': 'ignore-case: upper and lower case',
  'null-is-absent': 'null-is-absent: null as if it were not there',
  'include-only': 'include-only: compare nothing else',
};

/** The fields that a validation error may name. */
export const RULE_FIELDS = ['kind', 'operation', 'path', 'target', 'keys', 'tolerance', 'comment'];

/** The state of the form of a new rule. */
export interface RuleFormView {
  /** What was typed into the form; null: nothing yet. */
  form: FormData | null;
  errors: FieldErrors;
  /** What the rule would change in which run. */
  preview?: RulePreview & { planId: string };
}

/** The form of a new rule, with what it would change. */
export function ruleForm({
  request,
  path,
  operations,
  form,
  errors,
  preview,
}: RuleFormView & { request: PageRequest; path: string; operations: readonly string[] }): Html {
  const shown = (name: string) => shownValue(form, name, request.query.get(name) ?? '');
  return html`<h2 id="add">Add a rule</h2>
${notice(errors.form, 'bad')}${preview && rulePreview(preview, html`<a href="/report/${preview.planId}">the last finished run</a>`)}
<form class="panel pad" method="post" action="${path}#add">${csrfField(request)}
<div class="columns">${choice({
    name: 'kind',
    label: 'Rule',
    value: shown('kind') || 'ignore',
    options: CompareRuleKind.options.map((kind) => [kind, KINDS[kind]] as const),
    error: errors.kind ?? null,
  })}
${field({ name: 'path', label: 'Path of the field', required: true, value: shown('path'), placeholder: 'data.items[*].price', hint: 'A JSONPath; the leading $. may be left out.', error: errors.path ?? null })}
${field({ name: 'operation', label: 'Endpoint', value: shown('operation'), list: operations.slice(0, 500), hint: 'Without one, every endpoint.', error: errors.operation ?? null })}
${field({
  name: 'target',
  label: 'Of',
  value: shown('target') || 'response',
  list: SUGGESTED_TARGETS,
  hint: 'response, response-headers, a kind of downstream call (http, database, cache, message, other), or the name of a downstream.',
  error: errors.target ?? null,
})}
${field({ name: 'keys', label: 'Keys (of array-key)', value: shown('keys'), placeholder: 'id, product.sku', hint: 'Members that together identify an element. The order of the list then does not count.', error: errors.keys ?? null })}
${field({ name: 'amount', label: 'How far apart (of tolerance)', inputmode: 'decimal', value: shown('amount'), placeholder: '0.01', hint: 'For time-tolerance in ms.', error: errors.tolerance ?? null })}
${choice({
  name: 'measure',
  label: 'Measured',
  value: shown('measure') || 'absolute',
  options: [
    ['absolute', 'as a difference'],
    ['relative', 'as a part of the value'],
  ],
})}
${field({ name: 'comment', label: 'Why', maxlength: 2000, value: shown('comment'), error: errors.comment ?? null })}</div>
<p class="row"><button name="do" value="preview">See what it would change</button> <button class="primary" name="do" value="add">Add it</button></p></form>`;
}
