import { html } from 'hono/html';
import type { Html, PageRequest } from '../../../platform/http/pages/page-route.ts';
import { checkbox, csrfField, field, notice } from '../../../platform/pages-shell/form-parts.ts';
import { linesOf, numberOf, shownChecked, shownValue, textOf } from '../../../platform/pages-shell/form-values.ts';
import type { FieldErrors } from '../../../platform/pages-shell/refusal.ts';
import type { EvaluationServices } from '../../composition.ts';
import type { PolicySpec } from '../../domain/policies/online-policy-body.ts';
import { listOf, WorkflowAnswer } from '../evaluation-answers.ts';
import { answered } from '../evaluation-page.ts';
import type { PolicyAnswer } from './policy-answers.ts';

/** Labels of the fields that a refusal may name. */
export const POLICY_FIELDS = {
  name: 'Name',
  workflow_version_digest: 'Workflow version',
  app_id: 'Application',
  operations: 'Only these endpoints',
  case_tags: 'Only recordings with these tags',
  rate: 'Sampling rate',
  salt: 'Salt',
  every_s: 'Interval in seconds',
  wait_for_late_s: 'Wait for late recordings, in seconds',
  max_runs_per_hour: 'Max runs per hour',
  max_targets_per_run: 'Max recordings per run',
  max_targets_per_day: 'Max recordings per day',
  redaction: 'Redacted fields',
  exclusions: 'Excluded tags',
} as const;

/** The request body of a form (evaluation 3.13). Empty fields are undefined. */
export function policyBody(form: FormData): Record<string, unknown> {
  const lines = linesOf(form, 'redaction');
  const isHeader = (line: string) => /^header:/i.test(line);
  return {
    name: textOf(form, 'name'),
    enabled: form.has('enabled'),
    workflow_version_digest: textOf(form, 'workflow_version_digest'),
    allow_live: form.has('allow_live'),
    filter: {
      app_id: textOf(form, 'app_id'),
      operations: listOrNothing(linesOf(form, 'operations')),
      case_tags: tagsOf(linesOf(form, 'case_tags')),
    },
    sampling: { rate: numberOf(form, 'rate'), salt: textOf(form, 'salt') || undefined },
    schedule: { every_s: numberOf(form, 'every_s') },
    watermark: { wait_for_late_s: numberOf(form, 'wait_for_late_s') },
    budgets: {
      max_runs_per_hour: numberOf(form, 'max_runs_per_hour'),
      max_targets_per_run: numberOf(form, 'max_targets_per_run'),
      max_targets_per_day: numberOf(form, 'max_targets_per_day'),
    },
    redaction: {
      headers: lines.filter(isHeader).map((line) => line.slice('header:'.length).trim()),
      json_paths: lines.filter((line) => !isHeader(line)),
    },
    exclusions: linesOf(form, 'exclusions')
      .map(pairOf)
      .map(([key, equals]) => ({ key, equals })),
  };
}

/**
 * The same as a merge patch (RFC 7396) of a policy. Empty fields and tags that are no longer in the form are removed.
 * `enabled` is included only if it changed, because sending `enabled: true` again ends a pause.
 */
export function policyPatch(
  form: FormData,
  { enabled: was, filter: { case_tags = {} } }: Pick<PolicyAnswer, 'enabled' | 'filter'>,
): unknown {
  const { filter, enabled, ...others } = policyBody(form);
  const body = { ...others, ...(enabled !== was && { enabled }) };
  const { case_tags: tags, ...rest } = filter as { case_tags?: Record<string, unknown> }; // as policyBody builds it
  const gone = Object.fromEntries(Object.keys(case_tags).map((name) => [name, null]));
  const patch = { ...body, filter: { ...rest, case_tags: tags && { ...gone, ...tags } } };
  return JSON.parse(JSON.stringify(patch, (_, value) => (value === undefined ? null : value)));
}

const listOrNothing = (list: readonly string[]) => (list.length === 0 ? undefined : list);

const pairOf = (line: string): [name: string, value: string] => {
  const at = line.indexOf('=');
  return at < 0 ? [line, ''] : [line.slice(0, at).trim(), line.slice(at + 1).trim()];
};

/** A repeated name matches any of its values. */
function tagsOf(lines: readonly string[]): Record<string, string[]> | undefined {
  const byName = Map.groupBy(lines.map(pairOf), ([name]) => name);
  return byName.size === 0
    ? undefined
    : Object.fromEntries([...byName].map(([name, pairs]) => [name, pairs.map(([, value]) => value)]));
}

const tagLines = ({ case_tags = {} }: PolicySpec['filter']): string =>
  Object.entries(case_tags)
    .flatMap(([name, wanted]) => [wanted].flat().map((value) => `${name}=${value}`))
    .join('\n');

/** Form of an existing or a new policy. */
export async function policyForm(
  request: PageRequest,
  { recordings }: Pick<EvaluationServices, 'recordings'>,
  { policy, action, errors }: { policy: PolicyAnswer | null; action: string; errors: FieldErrors },
): Promise<Html> {
  const [apps, workflows] = await Promise.all([
    recordings.apps(),
    answered(request, listOf(WorkflowAnswer), '/api/v1/eval/workflows'),
  ]);
  const known = workflows.data.map(({ workflow_version_digest: value, components }) => ({
    value,
    text: `${components.subject.id ?? 'unnamed subject'}, ${components.gate_policy.id ?? 'unnamed gate'}`,
  }));
  const sent = request.form.has('name') ? request.form : null;
  const input = (name: keyof typeof POLICY_FIELDS, stored: string | number | undefined, more: object = {}) =>
    field({
      name,
      label: POLICY_FIELDS[name],
      value: shownValue(sent, name, String(stored ?? '')),
      error: errors[name] ?? null,
      ...more,
    });
  const number = { inputmode: 'numeric' };
  const redacted = policy?.redaction && [
    ...policy.redaction.headers.map((name) => `header: ${name}`),
    ...policy.redaction.json_paths,
  ];
  return html`${notice(errors.form, 'bad')}<form class="panel pad" method="post" action="${action}">${csrfField(request)}${policy && html`<input type="hidden" name="version" value="${policy.version}">`}
<div class="columns">${input('name', policy?.name, { required: true, maxlength: 128 })}
${input('workflow_version_digest', policy?.workflow_version_digest, { required: true, list: known, placeholder: 'sha256:…', hint: 'Runs on the sampled recordings.' })}</div>
${checkbox('enabled', 'Run automatically', shownChecked(sent, 'enabled', policy?.enabled ?? true))}
${checkbox('allow_live', 'Allow requests that cannot be undone (class live)', shownChecked(sent, 'allow_live', policy?.allow_live ?? false))}
<fieldset><legend>Recordings</legend><div class="columns">${input('app_id', policy?.filter.app_id, { required: true, list: apps })}
${input('rate', policy?.sampling.rate, { required: true, inputmode: 'decimal', hint: 'Above 0, at most 1. 0.02 is one trace in fifty.' })}
${input('operations', [policy?.filter.operations ?? []].flat().join('\n'), { rows: 3, hint: 'One per line' })}
${input('case_tags', policy ? tagLines(policy.filter) : '', { rows: 3, hint: 'One per line, such as tier=gold. A repeated name matches any of its values.' })}
${input('exclusions', policy?.exclusions.map(({ key, equals }) => `${key}=${equals}`).join('\n'), { rows: 3, hint: 'Tags, one key=value per line. Traffic of runs is always excluded.' })}
${input('redaction', redacted?.join('\n'), { rows: 3, hint: 'Redacted before anything is stored. One per line: header: authorization, or a JSONPath of the bodies.' })}</div>
${input('salt', policy?.sampling.salt ?? '', { hint: 'Two policies with the same salt sample the same traces. Default: each version samples other traces.' })}</fieldset>
<fieldset><legend>Schedule and limits</legend><div class="columns">${input('every_s', policy?.schedule.every_s ?? 3600, { required: true, ...number })}
${input('wait_for_late_s', policy?.watermark.wait_for_late_s, { ...number, placeholder: '120' })}
${input('max_runs_per_hour', policy?.budgets.max_runs_per_hour, { ...number, placeholder: '10' })}
${input('max_targets_per_run', policy?.budgets.max_targets_per_run, { ...number, placeholder: '1000' })}
${input('max_targets_per_day', policy?.budgets.max_targets_per_day, { ...number, placeholder: '20000' })}</div></fieldset>
<p><button class="primary">Save</button></p></form>`;
}
