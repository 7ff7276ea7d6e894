import { html } from 'hono/html';
import * as v from 'valibot';
import type { Html, PageRequest } from '../../../platform/http/pages/page-route.ts';
import { badge } from '../../../platform/pages-shell/badge.ts';
import { actionForm } from '../../../platform/pages-shell/form-parts.ts';
import { table, time } from '../../../platform/pages-shell/list-parts.ts';
import { visible } from '../../../platform/pages-shell/visible-text.ts';
import { Host } from '../../domain/hosts/host.ts';
import { Moment } from '../evaluation-answers.ts';
import { artifactLink, HOSTS } from '../evaluation-links.ts';

/** A federated worker as the API returns it (evaluation 3.11). */
export const HostAnswer = v.object({
  ...v.pick(Host, ['host_id', 'name', 'capabilities', 'runner_versions', 'residency', 'created_by']).entries,
  keys: v.array(v.object({ keyid: v.string() })),
  created_at: Moment,
  revoked_at: v.nullable(Moment),
});
type HostAnswer = v.InferOutput<typeof HostAnswer>;

/** Table of hosts, each with a form to revoke it. */
export const hostTable = (request: PageRequest, hosts: readonly HostAnswer[]): Html =>
  table({
    caption: 'Hosts, newest first',
    columns: [
      { name: 'Host' },
      { name: 'State' },
      { name: 'Runners' },
      { name: 'Capabilities' },
      { name: 'Keys' },
      { name: 'Residency' },
      { name: 'Registered', as: 'time' },
      { name: 'Actions', as: 'actions' },
    ],
    rows: hosts.map((host) => [
      html`${visible(host.name)}<br><code class="muted">${host.host_id}</code>`,
      host.revoked_at === null ? badge('Active', 'good') : html`${badge('Revoked', 'quiet')} ${time(host.revoked_at)}`,
      html`${host.runner_versions.map((digest) => html`${artifactLink(digest)} `)}`,
      host.capabilities.join(', '),
      html`${host.keys.map(({ keyid }) => html`<code>${keyid}</code> `)}`,
      host.residency,
      html`${time(host.created_at)} by ${visible(host.created_by)}`,
      request.may('eval:admin') && host.revoked_at === null && revokeForm(request, host),
    ]),
    empty: 'No hosts registered',
  });

const revokeForm = (request: PageRequest, { host_id, name }: HostAnswer): Html =>
  actionForm(request, `${HOSTS}/${host_id}/revoke`, html`Revoke<span class="hidden"> ${visible(name)}</span>`, {
    danger: true,
    confirm: `Revoke ${name} permanently? It loses the attempts it is working on.`,
  });
