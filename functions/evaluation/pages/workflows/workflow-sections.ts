import { html } from 'hono/html';
import type { DecisionText } from '../../../findings/domain/state-labels.ts';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import { badge } from '../../../platform/pages-shell/badge.ts';
import { facts, table } from '../../../platform/pages-shell/list-parts.ts';
import { visible } from '../../../platform/pages-shell/visible-text.ts';
import { COMPONENT_NAMES, type ComponentName } from '../../domain/workflows/pins.ts';
import type { WorkflowAnswer } from '../evaluation-answers.ts';
import { artifactLink, shortDigest } from '../evaluation-links.ts';

/** Labels of the five manifests (evaluation 3.5). */
export const COMPONENT_LABELS: Readonly<Record<ComponentName, string>> = {
  framework_definition: 'Framework definition',
  runner: 'Runner',
  subject: 'Subject',
  environment: 'Environment',
  gate_policy: 'Gate policy',
};

/** Whether a version can run, and the next step (evaluation 3.6, principle 3). */
export function workflowText(workflow: WorkflowAnswer): DecisionText {
  if (workflow.runnable)
    return { tone: 'good', title: 'Ready to run', next: 'Every manifest is known, and a host can run it.' };
  if (workflow.capability_negotiation.status === 'unsupported')
    return {
      tone: 'bad',
      title: 'No host can run this version',
      next: 'Runs are refused. Require less, or register a host with what is missing below.',
    };
  if (workflow.resolution === 'incomplete')
    return {
      tone: 'warn',
      title: 'Some manifests are unknown',
      next: 'A run would be accepted and fail without a result. Commit the unknown manifests.',
    };
  return {
    tone: 'warn',
    title: 'This version cannot run',
    next: 'A run would be accepted and fail without a result. Correct the problems below and pin the new digests.',
  };
}

/** The same as a badge for lists. */
export const runnableBadge = (workflow: WorkflowAnswer): Html => {
  const { tone, title } = workflowText(workflow);
  return badge(title, tone);
};

/** The five pins, each with its effect on reproducibility. */
export const componentTable = ({ components, reproducibility }: WorkflowAnswer): Html =>
  table({
    caption: 'Pinned manifests',
    columns: [{ name: 'Part' }, { name: 'Name' }, { name: 'Digest' }, { name: 'Reproducibility', as: 'wide' }],
    rows: COMPONENT_NAMES.map((name) => {
      const { digest, known, id } = components[name];
      const factor = reproducibility.factors.find(({ component }) => component === name);
      return [
        COMPONENT_LABELS[name],
        known ? id : badge('Unknown', 'warn'),
        known ? artifactLink(digest) : shortDigest(digest),
        factor && html`${factor.class} <span class="muted">${factor.reason}</span>`,
      ];
    }),
    empty: '',
  });

/** All diagnostics of a version. */
export const diagnosticsSection = ({ diagnostics }: WorkflowAnswer): Html | null =>
  diagnostics.length === 0
    ? null
    : html`<section aria-labelledby="diagnostics"><h2 id="diagnostics">Problems</h2>${table({
        caption: 'Problems',
        columns: [{ name: 'Where' }, { name: 'Problem' }, { name: 'Code' }, { name: 'Severity' }],
        rows: diagnostics.map(({ severity, code, pointer, detail }) => [
          html`<code>${visible(pointer)}</code>`,
          detail,
          html`<code>${code}</code>`,
          severity === 'error' ? badge('Error', 'bad') : badge('Warning', 'warn'),
        ]),
        empty: '',
      })}</section>`;

/** The hosts that can run a version. */
export function negotiationSection({ capability_negotiation: found }: WorkflowAnswer): Html {
  const needs = (list: readonly { id: string; status: string }[]) =>
    list.length > 0 &&
    html`${list.map(({ id, status }, index) => html`${index > 0 && ', '}<code>${visible(id)}</code> ${status.replace('_', ' ')}`)}`;
  return html`<section aria-labelledby="hosts"><h2 id="hosts">Hosts</h2>${facts([
    ['Negotiation', found.status],
    ['Eligible hosts', html`${found.eligible_hosts.length === 0 ? 'none' : visible(found.eligible_hosts.join(', '))}`],
    ['Protocol', found.selected_protocol],
    ['Required', needs(found.required)],
    ['Optional', needs(found.optional)],
  ])}</section>`;
}
