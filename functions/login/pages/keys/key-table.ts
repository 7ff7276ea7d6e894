import { html } from 'hono/html';
import type { Html, PageRequest } from '../../../platform/http/pages/page-route.ts';
import { badge } from '../../../platform/pages-shell/badge.ts';
import { actionForm } from '../../../platform/pages-shell/form-parts.ts';
import { type Cell, table } from '../../../platform/pages-shell/list-parts.ts';
import { relativeTime } from '../../../platform/pages-shell/relative-time.ts';
import { visible } from '../../../platform/pages-shell/visible-text.ts';
import { isoText } from '../../../platform/time/iso-text.ts';
import { API_KEY_SCOPES } from '../../../platform/values/scope.ts';
import type { ApiKey, ApiKeyScope } from '../../store/api-keys.ts';
import { dayText } from './key-end.ts';
import { purposeOf } from './key-presets.ts';

/** A key that ends sooner is marked. */
const SOON_MS = 14 * 86_400_000;

/** More scopes are named by what is missing. */
const MAX_SCOPES = 6;

/** The keys of a tenant: what each may do, when it was last used and when it ends. */
export const keyTable = (
  request: PageRequest,
  keys: readonly ApiKey[],
  { now, ...parts }: { now: number; head: Html; foot?: Html },
): Html =>
  table({
    ...parts,
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
    scopesText(scopes),
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
  if (validUntil - now < SOON_MS) return badge(relativeTime(validUntil, now) ?? '', 'warn');
  const iso = isoText(validUntil);
  return html`<time datetime="${iso}" title="${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC">${dayText(validUntil, now)}</time>`;
}

/** The scopes of a key; of one with nearly all, those that it lacks. */
function scopesText(scopes: readonly ApiKeyScope[]): Html {
  const list = (shown: readonly ApiKeyScope[]) => shown.map((scope) => html`<code>${scope}</code> `);
  if (scopes.length <= MAX_SCOPES) return html`<span class="row">${list(scopes)}</span>`;
  const missing = API_KEY_SCOPES.filter((scope) => !scopes.includes(scope));
  return html`<span title="${scopes.join(' ')}">${scopes.length} scopes${missing.length > 0 && html`, all but ${list(missing)}`}</span>`;
}
