import { html } from 'hono/html';
import type { Html, PageRequest } from '../../../platform/http/pages/page-route.ts';
import { applicationPath } from '../../../platform/pages-shell/application-layout.ts';
import { actionForm } from '../../../platform/pages-shell/form-parts.ts';
import { table } from '../../../platform/pages-shell/list-parts.ts';
import { relativeTime } from '../../../platform/pages-shell/relative-time.ts';
import { count } from '../../../platform/pages-shell/texts.ts';
import { visible } from '../../../platform/pages-shell/visible-text.ts';
import type { ApplicationServices } from '../../composition.ts';
import { lastRunOfTarget } from '../last-run-of-target.ts';
import { allowForm } from './allow-form.ts';
import { targetRequestsTable } from './target-requests-table.ts';

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
  return html`<section class="panel" id="allowed-targets" aria-labelledby="targets-title"><div class="panel-head"><h2 id="targets-title">Targets that may receive credentials <span class="count">${count(addresses.length + own.length)}</span></h2><span class="small muted">A run against any other address is refused</span></div>
${table({
  isInPanel: true,
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
${targetRequestsTable(request, { requests, action, now })}
${allowForm(request)}
${config.isLoopbackOnly && html`<div class="panel-foot"><span class="muted">This service listens on loopback only, so targets on this machine need no step.</span></div>`}</section>`;
}
