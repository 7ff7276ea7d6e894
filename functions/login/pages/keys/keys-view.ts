import { html } from 'hono/html';
import type { Html, PageRequest } from '../../../platform/http/pages/page-route.ts';
import { notice } from '../../../platform/pages-shell/form-parts.ts';
import { icon } from '../../../platform/pages-shell/icon.ts';
import { pager } from '../../../platform/pages-shell/list-parts.ts';
import type { FieldErrors } from '../../../platform/pages-shell/refusal.ts';
import { count, counted } from '../../../platform/pages-shell/texts.ts';
import { visible } from '../../../platform/pages-shell/visible-text.ts';
import type { LoginServices } from '../../composition.ts';
import { accessLayout } from '../access-layout.ts';
import { keyTable } from './key-table.ts';
import { newKeyForm } from './new-key-form.ts';
import { rotationForm } from './rotation-form.ts';

const LISTED = 100;

export type KeyServices = Pick<LoginServices, 'apiKeys' | 'users' | 'now'>;

interface KeysView {
  errors: FieldErrors;
  /** The form that the errors are of. */
  of?: 'new' | 'rotation';
  /** A key with its secret, which is shown once. */
  made?: { name: string; key: string };
}

const idleFoot = (idle: number): Html =>
  html`<div class="panel-foot"><span class="small muted">${icon('review')} ${counted(idle, 'key')} ${idle === 1 ? 'was never used and does not end' : 'were never used and do not end'}. Remove keys that are not needed.</span></div>`;

/** The page of the keys: the list, the form of a new one, and that of a new secret where one is asked for. */
export async function keysView(
  request: PageRequest,
  services: KeyServices,
  { errors, of = 'new', made }: KeysView,
): Promise<Html> {
  const now = services.now();
  const after = request.query.get('cursor');
  const { items, next } = await services.apiKeys.page(request.caller.tenant, { limit: LISTED, after });
  const idle = items.filter(({ lastUsedAt, validUntil }) => lastUsedAt === null && validUntil === null).length;
  const isRotation = items.length > 0 && ((of === 'rotation' && made === undefined) || request.query.has('key'));
  const isWrong = Object.keys(errors).length > 0;
  return accessLayout(services, {
    request,
    section: 'keys',
    title: 'API keys',
    body: html`${made && notice(html`<p>The key <strong>${visible(made.name)}</strong>. It is shown only now: copy it.</p><code class="key">${made.key}</code>`)}
${request.query.get('done') === 'removed' && !made && !isWrong && notice('The key is removed. Requests with it are now rejected.')}
<div class="beside form"><div class="stack">${keyTable(request, items, {
      now,
      head: html`<div class="panel-head"><h2>API keys${next === null && after === null && html` <span class="count">${count(items.length)}</span>`}</h2><span class="small muted">For programs. A secret is shown once</span></div>`,
      ...(idle > 0 && { foot: idleFoot(idle) }),
    })}
${pager(request, next)}<p class="small muted">Builds, recorders and agents send a key as <code>x-api-key</code>.</p></div>
<div class="stack">${isRotation && rotationForm(request, items, of === 'rotation' ? errors : {})}${newKeyForm(request, of === 'new' ? errors : {}, now)}</div></div>`,
  });
}
