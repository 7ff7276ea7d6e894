import { html } from 'hono/html';
import type { Html, PageRequest } from '../../../platform/http/pages/page-route.ts';
import { csrfField, field, notice } from '../../../platform/pages-shell/form-parts.ts';
import { shownValue } from '../../../platform/pages-shell/form-values.ts';
import type { FieldErrors } from '../../../platform/pages-shell/refusal.ts';
import { SUGGESTED_TARGETS } from '../../domain/rules/rule-target-words.ts';
import { keyHint, ruleChoices } from '../parts/rule-choices.ts';
import { type RulePreview, rulePreview } from '../parts/rule-preview.ts';
import type { MethodsOf, WordedRule } from '../parts/rule-sentence.ts';
import { toleranceFields } from '../parts/rule-tolerance.ts';

/** The fields that a validation error may name, and their labels. */
export const RULE_LABELS = {
  kind: 'Kind',
  operation: 'Endpoint',
  path: 'Field',
  target: 'Part of the exchange',
  keys: 'Key fields',
  tolerance: 'Differs by up to',
  comment: 'Reason',
} as const;
export const RULE_FIELDS = Object.keys(RULE_LABELS);

/** Maximum endpoints that the form suggests. */
const MAX_SUGGESTED = 500;

/** The state of the form of a new rule. */
export interface RuleFormView {
  /** What was typed into the form; null: nothing yet. */
  form: FormData | null;
  errors: FieldErrors;
  /** What the rule would change in which run. */
  preview?: { effect: RulePreview; planId: string; title: string; rule: WordedRule };
}

export interface RuleFormOptions extends RuleFormView {
  request: PageRequest;
  /** Of the rules page. */
  path: string;
  operations: readonly string[];
  methods: MethodsOf;
}

/** The form of a new rule, with what it would change. Parameters of the page, such as `?kind=`, fill it in. */
export function ruleForm({ request, path, operations, methods, form, errors, preview }: RuleFormOptions): Html {
  const shown = (name: string, fallback = '') => shownValue(form, name, request.query.get(name) ?? fallback);
  const target = shown('target') || 'response';
  const suggested = operations.slice(0, MAX_SUGGESTED).map((value) => {
    const known = value.startsWith('/') ? (methods.get(value) ?? []) : [];
    return { value, text: [known.join(', '), value].filter(Boolean).join(' ') };
  });
  return html`<form class="panel rule-form" id="new" method="post" action="${path}#new" aria-labelledby="new-title"><div class="panel-head"><h2 id="new-title">New rule</h2></div>
<div class="pad stack">${notice(errors.form, 'bad')}${ruleChoices(shown('kind', 'ignore'), errors.kind)}
${keyHint(request, shown('kind'), shown('keys'), '#new')}
${field({ name: 'path', label: RULE_LABELS.path, required: true, value: shown('path'), hint: html`A JSONPath, for example <code>data.items[*].price</code>`, error: errors.path ?? null })}
${toleranceFields(shown, RULE_LABELS.tolerance, errors.tolerance ?? null)}
<div class="for-array-key">${field({ name: 'keys', isOptional: false, label: RULE_LABELS.keys, value: shown('keys'), placeholder: 'sku, variant.id', hint: 'Comma-separated paths inside an element. The order of the list is ignored.', error: errors.keys ?? null })}</div>
${field({ name: 'operation', label: RULE_LABELS.operation, value: shown('operation'), list: suggested, placeholder: 'Every endpoint', hint: 'Leave empty for every endpoint', error: errors.operation ?? null })}
<details${(target !== 'response' || errors.target) && html` open`}><summary class="muted">Headers and downstream calls</summary>${field(
    {
      name: 'target',
      label: RULE_LABELS.target,
      value: target,
      list: SUGGESTED_TARGETS,
      hint: 'response, response-headers, a kind of downstream call (http, database, cache, message, other), or the name of a downstream',
      error: errors.target ?? null,
    },
  )}</details>
${field({ name: 'comment', label: RULE_LABELS.comment, maxlength: 2000, value: shown('comment'), error: errors.comment ?? null })}
<div class="row"><button name="do" value="preview">Preview</button> <button class="primary" name="do" value="add">Add rule</button></div>${csrfField(request)}</div>
${preview && rulePreview(preview.effect, { title: preview.title, planId: preview.planId, rule: preview.rule, methods })}</form>`;
}
