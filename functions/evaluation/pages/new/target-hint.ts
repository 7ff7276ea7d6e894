import { html } from 'hono/html';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import { applicationPath } from '../../../platform/pages-shell/application-layout.ts';
import { icon } from '../../../platform/pages-shell/icon.ts';

/** Whether runs may send to an address: `denied` by the egress policy, not `allowed` as a target yet, or both. */
export type TargetState = 'unknown' | 'denied' | 'not-allowed' | 'allowed';

/** What happens to requests that go to the address of the form. */
export function targetHint(state: TargetState, appId: string): string | Html {
  if (state === 'allowed') return html`${icon('ok', 'good')} May receive recorded credentials`;
  if (state === 'denied')
    return html`${icon('stop', 'bad')} The egress policy of this service does not let it send there`;
  if (state === 'not-allowed')
    return html`${icon('review', 'warn')} Not an allowed target of ${appId} yet. <a href="${applicationPath(appId)}/settings/replay#allowed-targets">Allowed targets</a>`;
  return 'Where the build runs. It gets real requests: use a test or staging instance.';
}
