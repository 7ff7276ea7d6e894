import { html } from 'hono/html';
import type { Html, PageRequest } from '../../../platform/http/pages/page-route.ts';
import { badge } from '../../../platform/pages-shell/badge.ts';
import { actionForm } from '../../../platform/pages-shell/form-parts.ts';
import { type Cell, table } from '../../../platform/pages-shell/list-parts.ts';
import { relativeTime } from '../../../platform/pages-shell/relative-time.ts';
import { visible } from '../../../platform/pages-shell/visible-text.ts';
import type { ApiKey } from '../../store/api-keys.ts';
import { purposeOf } from './key-presets.ts';

/** A key that ends sooner is marked. */
const SOON_MS = 14 * 86_400_000;

/** The keys of a tenant: what each may do, when it was last used and when it ends. */
export const keyTable = (request: PageRequest, keys: readonly ApiKey[], now: number): Html =>
  table({
    caption: 'API keys',
    columns: [
      { name: 'Key' },
      { name: 'May', as: 'wide' },
      { name: 'Last used', as: 'time' },
      { name: 'Ends', as: 'time' },
      { name: 'Actions', as: 'actions' },
    ],
    rows: keys.map((key) => rowOf(request, key, now)),
    empty: 'No API keys yet',
  });

function rowOf(request: PageRequest, key: ApiKey, now: number): Cell[] {
  const { id, name, scopes, createdAt, createdBy, lastUsedAt, previousValidUntil } = key;
  const named = html`<span class="hidden"> ${visible(name)}</span>`;
  return [
    html`${visible(name)}<div class="small muted">${purposeOf(scopes)}, by ${createdBy === null ? '–' : visible(createdBy)}, ${relativeTime(createdAt, now)}${previousValidUntil !== null && now < previousValidUntil && html`, the old secret expires ${relativeTime(previousValidUntil, now)}`}</div>`,
    html`<span class="row">${scopes.map((scope) => html`<code>${scope}</code>`)}</span>`,
    relativeTime(lastUsedAt, now) ?? badge('never used', 'warn'),
    endText(key, now),
    html`<a class="button tiny" href="/console/keys?key=${id}#rotate">New secret…${named}</a> ${actionForm(
      request,
      `/console/keys/${id}/remove`,
      html`Remove${named}`,
      { danger: true, confirm: `Remove the key ${name}? Requests with it are rejected immediately.` },
    )}`,
  ];
}

/** When a key ends, marked if that is soon. */
function endText({ validUntil }: Pick<ApiKey, 'validUntil'>, now: number): Cell {
  if (validUntil === null) return 'never';
  if (now >= validUntil) return badge(html`expired ${relativeTime(validUntil, now)}`);
  return validUntil - now < SOON_MS
    ? badge(relativeTime(validUntil, now) ?? '', 'warn')
    : relativeTime(validUntil, now);
}
