import { html } from 'hono/html';
import { loginText } from '../../applications/pages/parts/login-text.ts';
import { settingsPageOf } from '../../applications/pages/parts/settings-page.ts';
import type { Html, PageRequest } from '../../platform/http/pages/page-route.ts';
import { applicationPath } from '../../platform/pages-shell/application-layout.ts';
import { csrfField, field, notice } from '../../platform/pages-shell/form-parts.ts';
import { facts } from '../../platform/pages-shell/list-parts.ts';
import { visible } from '../../platform/pages-shell/visible-text.ts';
import type { TrialServices } from '../composition.ts';

/** What the page shows beside its form. */
interface Shown {
  targetEnv: string;
  /** Why nothing was sent; null if nothing was refused. */
  refused: string | null;
  /** What a login showed; null before. */
  tried: Html | null;
}

/** Asks for the target of one login, and shows what the last one answered. */
export async function tryLoginView(
  request: PageRequest,
  services: Pick<TrialServices, 'applications' | 'targets'>,
  { targetEnv, refused, tried }: Shown,
): Promise<Html> {
  const { appId = '' } = request.params;
  const back = `${applicationPath(appId)}/settings/login`;
  const [{ login }, targets] = await Promise.all([services.applications.settings(appId), services.targets.list(appId)]);
  const list = [...targets.addresses, ...targets.targets.map(({ address }) => address)].filter(isConcrete);
  const form = html`<form class="panel" method="post" action="${applicationPath(appId)}/login-try" aria-labelledby="try">${csrfField(request)}
<div class="panel-head"><h2 id="try">Try the login</h2></div><div class="pad stack">${facts([
    ['Sends', html`one login by ${visible(loginText(login))}`],
    ['Shows', 'the status and the names of fields, headers and cookies, never a value'],
  ])}
${field({
  name: 'targetEnv',
  label: 'Target',
  type: 'url',
  required: true,
  value: targetEnv || (list[0] ?? ''),
  hint: 'An allowed target of this application. The login takes effect there, as a login of a run does',
  placeholder: 'https://staging.example.com',
  error: refused,
  ...(list.length > 0 && { list }),
})}</div>
<div class="panel-foot row"><button class="primary">Send one login</button><a class="button" href="${back}">Back to the settings</a><span class="small muted">The saved login step, written to the audit log</span></div></form>`;
  return settingsPageOf(request, services, {
    section: 'login',
    title: 'Try the login',
    body:
      login === null
        ? html`${notice('This application has no saved login step. Save one, then try it.', 'bad')}<p><a href="${back}">Back to the settings</a></p>`
        : html`${tried}${form}`,
  });
}

/** A pattern names many targets. */
const isConcrete = (address: string): boolean => !address.includes('*');
