import { html } from 'hono/html';
import type { Html, PageRequest } from '../../platform/http/pages/page-route.ts';
import { checkbox, field } from '../../platform/pages-shell/form-parts.ts';
import { textOf, textsOf } from '../../platform/pages-shell/form-values.ts';
import { icon } from '../../platform/pages-shell/icon.ts';
import type { FieldErrors } from '../../platform/pages-shell/refusal.ts';
import { visible } from '../../platform/pages-shell/visible-text.ts';
import { RULE_NAMES } from '../domain/filter/filter-rules.ts';
import { mergedHosts, mergedLeftOut } from '../domain/filter/merged-outcome.ts';
import { type ImportAnswer, type Imported, leftOutOf } from './import-answer.ts';
import { importedRules } from './imported-rules.ts';

/** The fields of a form that says what to take. */
export const FILTER_FIELDS = ['hosts', 'include', 'exclude', 'keep'] as const;

/** What files hold, and the choices of what to take of them. */
export function importPreview(request: PageRequest, imported: readonly Imported[], errors: FieldErrors): Html {
  const { form } = request;
  const read = imported.filter((one): one is { name: string } & ImportAnswer => 'leftOut' in one);
  return html`<input type="hidden" name="confirmed" value="on">
${read.map(({ name, lacksCredentials }) => lacksCredentials && withoutCredentials(name))}
<div class="notice info" role="status"><p><strong>Preview: nothing is stored yet.</strong></p><ul>${imported.map((one) => summary(request, one))}</ul></div>
${hostChoices(form, mergedHosts(read.map(({ hosts }) => hosts)), errors)}
${leftOutList(
  form,
  mergedLeftOut(read.map(({ leftOut }) => leftOut)),
  read.flatMap(({ rejected }) => rejected.map(({ reason }) => reason)),
)}
<details${(textOf(form, 'include') || textOf(form, 'exclude')) && html` open`}><summary>Filter requests</summary><div class="columns">${patterns(form, 'include', 'Only', errors)}
${patterns(form, 'exclude', 'Except', errors)}</div></details>`;
}

/** What a file without credentials means, and what to do. */
export const withoutCredentials = (name: string): Html =>
  html`<div class="hint" role="status">${icon('review')}<p><strong>${visible(name)} has no credentials.</strong> It shows a login, but no request has a cookie or a token, so the target will refuse what needs a login. Chrome leaves them out: in the settings of its developer tools, under <b>Network</b>, allow HAR with sensitive data. Then choose <b>Export HAR (with sensitive data)</b>. The service seals credentials before it stores them.</p></div>`;

function summary(request: PageRequest, one: Imported): Html {
  if ('refused' in one)
    return html`<li><strong>${visible(one.name)}</strong> cannot be imported: ${visible(one.refused)}.</li>`;
  const { count = 0, samples = [] } = one.preview ?? {};
  return html`<li><strong>${visible(one.name)}</strong>: ${count === 0 ? 'nothing would be imported' : html`${count} would be imported`}, ${leftOutOf(one)} left out, ${one.rejected.length} rejected.${count > 0 && html` For example ${listed(samples)}.`}${importedRules(request, one)}</li>`;
}

const listed = (samples: readonly string[]): Html =>
  html`${samples.map((sample, at) => html`${at > 0 && ', '}<code>${visible(sample)}</code>`)}`;

function hostChoices(form: FormData, hosts: ImportAnswer['hosts'], errors: FieldErrors): Html | null {
  if (hosts.length === 0) return null;
  const chosen = textsOf(form, 'hosts');
  const isEvery = chosen.includes('*') || (chosen.length === 0 && hosts.every(({ selected }) => selected));
  return html`<fieldset><legend>Hosts of the application</legend><input type="hidden" name="choosesHosts" value="on">
${errors.hosts && html`<p class="error" role="alert">${errors.hosts}</p>`}
${hosts.length > 1 && checkbox('hosts', 'Every host', isEvery, '*', 'every-host')}
${hosts.map(({ host, exchanges, eligible, selected }, at) =>
  checkbox(
    'hosts',
    html`<code>${visible(host)}</code>: ${eligible} of ${exchanges} ${exchanges === 1 ? 'request' : 'requests'}`,
    selected && (hosts.length === 1 || !isEvery),
    host,
    `host-${at}`,
  ),
)}</fieldset>`;
}

const RULES: readonly string[] = RULE_NAMES;

function leftOutList(form: FormData, leftOut: ImportAnswer['leftOut'], rejected: readonly string[]): Html | null {
  const kept = textsOf(form, 'keep').filter((rule) => RULES.includes(rule));
  if (leftOut.length === 0 && kept.length === 0 && rejected.length === 0) return null;
  return html`<fieldset><legend>Left out</legend>
${leftOut.length + rejected.length > 0 && html`<ul>${leftOut.map(({ reason, count, samples }) => html`<li>${reason}: ${count}, such as ${listed(samples)}</li>`)}${[...Map.groupBy(rejected, (reason) => reason)].map(([reason, all]) => html`<li>rejected, ${visible(reason)}: ${all.length}</li>`)}</ul>`}
${RULES.filter((rule) => kept.includes(rule) || leftOut.some((one) => one.rule === rule)).map((rule) =>
  checkbox('keep', html`Also import ${LABELS[rule]}`, kept.includes(rule), rule, `keep-${rule}`),
)}</fieldset>`;
}

const LABELS: Readonly<Record<string, string>> = {
  preflight: 'preflight requests',
  grpc: 'gRPC requests',
  streaming: 'streams',
  analytics: 'analytics',
  static: 'static files',
};

const patterns = (form: FormData, name: 'include' | 'exclude', label: string, errors: FieldErrors): Html =>
  field({
    name,
    label,
    rows: 3,
    value: textOf(form, name),
    hint: 'One per line, such as GET /orders/* or a path for every method.',
    error: errors[name] ?? null,
  });
