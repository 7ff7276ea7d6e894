import { html } from 'hono/html';
import type { DecisionText } from '../../../findings/domain/state-labels.ts';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import { badge } from '../../../platform/pages-shell/badge.ts';
import { facts, table } from '../../../platform/pages-shell/list-parts.ts';
import { visible } from '../../../platform/pages-shell/visible-text.ts';
import { MANAGED_HOST } from '../../domain/hosts/managed-host.ts';
import type { ComponentName } from '../../domain/workflows/pins.ts';
import type { WorkflowAnswer } from '../evaluation-answers.ts';

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
  if (workflow.runnable) return { tone: 'good', title: 'Ready to run', next: hostText(workflow) };
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

const hostText = ({ capability_negotiation: { eligible_hosts } }: WorkflowAnswer): string =>
  eligible_hosts.includes(MANAGED_HOST.host_id) ? 'This service can run it.' : 'A registered host can run it.';

/** The same as a badge for lists. */
export const runnableBadge = (workflow: WorkflowAnswer): Html => {
  const { tone, title } = workflowText(workflow);
  return badge(title, tone);
};

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
  return html`<details><summary>Hosts that can run it</summary>${facts([
    ['Negotiation', found.status],
    ['Eligible hosts', html`${found.eligible_hosts.length === 0 ? 'none' : visible(found.eligible_hosts.join(', '))}`],
    ['Protocol', found.selected_protocol],
    ['Required', needs(found.required)],
    ['Optional', needs(found.optional)],
  ])}</details>`;
}
