import { html } from 'hono/html';
import type { Html, Page, PageRequest } from '../../platform/http/pages/page-route.ts';
import { applicationPath } from '../../platform/pages-shell/application-layout.ts';
import { actionForm, csrfField, field, notice } from '../../platform/pages-shell/form-parts.ts';
import { textOf } from '../../platform/pages-shell/form-values.ts';
import { table } from '../../platform/pages-shell/list-parts.ts';
import { problemPage } from '../../platform/pages-shell/problem.ts';
import { refusalOf } from '../../platform/pages-shell/refusal.ts';
import { relativeTime } from '../../platform/pages-shell/relative-time.ts';
import { count } from '../../platform/pages-shell/texts.ts';
import { visible } from '../../platform/pages-shell/visible-text.ts';
import type { ApplicationServices } from '../composition.ts';
import { lastRunOfTarget } from './last-run-of-target.ts';

/** Confirmation messages, by the query parameter of the page that shows them. */
export const TARGETS_DONE = {
  allowed: 'The target is allowed.',
  'target-removed': 'The target is removed. Runs towards it end.',
  'request-closed': 'The request is closed. Its address stays refused.',
  asked: 'An administrator finds your request in the settings of the application.',
} as const;

type Services = Pick<ApplicationServices, 'targets' | 'targetRequests' | 'recentRuns' | 'config'>;

const actionOf = (appId: string): string => `${applicationPath(appId)}/targets`;

/** Where runs of an application may send recorded credentials, and who asks for more. */
export async function targetsSection(
  request: Pick<PageRequest, 'csrf' | 'may' | 'params' | 'query'>,
  { targets, targetRequests, recentRuns, config }: Services,
  now: number,
): Promise<Html> {
  const { appId = '' } = request.params;
  const [{ addresses, targets: own, ofRuns }, requests, recent] = await Promise.all([
    targets.list(appId),
    targetRequests.list(appId),
    recentRuns(appId),
  ]);
  const mayAllow = request.may('admin');
  const action = actionOf(appId);
  const remove = (address: string, fields: Record<string, string> = {}) =>
    mayAllow &&
    actionForm(request, action, 'Remove', {
      fields: { action: 'remove', address, ...fields },
      danger: true,
      confirm: 'Runs towards this target end, and later ones are refused. Remove it?',
    });
  const code = (address: string) => html`<code>${visible(address)}</code>`;
  const allowed = (by: string, at: number) => html`<span>By ${visible(by)}, ${relativeTime(at, now)}</span>`;
  const lastRun = (address: string) => {
    const at = lastRunOfTarget(address, recent);
    return typeof at === 'number' ? relativeTime(at, now) : at;
  };
  return html`<section class="panel pad stack" id="allowed-targets" aria-labelledby="targets-title"><h2 id="targets-title">Targets that may receive credentials <span class="count">${count(addresses.length + own.length)}</span> <span class="small muted">A run against any other address is refused</span></h2>
<p class="small muted">${config.isLoopbackOnly && 'This service listens on loopback only, so targets on this machine need no step. '}Only an administrator changes the list.</p>
${notice(request.query.get('target-error'), 'bad')}
${table({
  caption: 'Allowed targets',
  columns: [
    { name: 'Address' },
    { name: 'Allowed', as: 'wide' },
    { name: 'Last run' },
    { name: 'Actions', as: 'actions' },
  ],
  rows: [
    ...addresses.map((address) => [code(address), 'By SVC_TARGETS', lastRun(address), null]),
    ...own.map(({ address, allowedBy, at }) => [
      html`${code(address)}${address.includes('//*.') && html` <span class="small muted">every name below it</span>`}`,
      allowed(allowedBy, at),
      lastRun(address),
      remove(address),
    ]),
    ...ofRuns.map(({ address, allowedBy, at, for: planId = '' }) => [
      html`${code(address)} <span class="muted">for one <a href="/report/${planId}">run</a></span>`,
      allowed(allowedBy, at),
      relativeTime(at, now),
      remove(address, { for: planId }),
    ]),
  ],
  empty: 'No address yet',
})}
${
  requests.length > 0 &&
  table({
    caption: 'Requests for targets',
    columns: [{ name: 'Address' }, { name: 'Requested', as: 'wide' }, { name: 'Actions', as: 'actions' }],
    rows: requests.map(({ address, askedBy, at }) => [
      code(address),
      allowed(askedBy, at),
      mayAllow &&
        html`${actionForm(request, action, 'Allow', { fields: { action: 'allow', address } })} ${actionForm(request, action, 'Close', { fields: { action: 'close', address } })}`,
    ]),
    empty: '',
  })
}
${mayAllow && allowForm(request, action)}</section>`;
}

/** Allows one more address. */
const allowForm = (request: Pick<PageRequest, 'csrf'>, action: string): Html =>
  html`<form class="row" method="post" action="${action}">${csrfField(request)}<input type="hidden" name="action" value="allow">${field({ name: 'address', label: 'Address to allow', required: true, placeholder: 'https://staging.example.com', hint: 'An origin, or https://*.suffix for every name below it' })}<button>Allow</button></form>`;

/** Allows or removes a target, or closes a request for one. */
export const changeTargets: Page<unknown> = {
  method: 'POST',
  path: '/console/apps/{appId}/targets',
  scope: 'admin',
  audits: 'target.allowed',

  async answer(request) {
    const { form, params } = request;
    const { appId = '' } = params;
    const address = textOf(form, 'address').trim();
    const back = (query: Record<string, string>) => ({
      location: `${applicationPath(appId)}/settings/replay?${new URLSearchParams(query)}#allowed-targets`,
    });
    const PATH = '/api/apps/{appId}/targets';
    const action = textOf(form, 'action');
    if (action === 'allow') {
      const refused = refusalOf(await request.ask('POST', PATH, { params: { appId }, body: { address } }));
      return back(refused === null ? { done: 'allowed' } : { 'target-error': refused });
    }
    if (action === 'remove') {
      const planId = textOf(form, 'for');
      const query = { address, ...(planId !== '' && { for: planId }) };
      // Another administrator may have removed it already.
      await request.ask('DELETE', PATH, { params: { appId }, query });
      return back({ done: 'target-removed' });
    }
    if (action !== 'close') return { html: problemPage('not-found', request), status: 404 };
    await request.ask('DELETE', '/api/apps/{appId}/target-requests', { params: { appId }, query: { address } });
    return back({ done: 'request-closed' });
  },
};
