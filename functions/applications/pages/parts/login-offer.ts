import { html } from 'hono/html';
import type { Html, PageRequest } from '../../../platform/http/pages/page-route.ts';
import { applicationPath } from '../../../platform/pages-shell/application-layout.ts';
import { csrfField } from '../../../platform/pages-shell/form-parts.ts';
import { icon } from '../../../platform/pages-shell/icon.ts';
import { short } from '../../../platform/pages-shell/texts.ts';
import type { DetectedLogin } from '../../domain/detected-login.ts';

/** What the page says after an offer was accepted. */
export const LOGIN_CHOSEN = 'Runs log in with the recorded request. It is pinned, so that it does not expire.';

/** Maximum logins that are offered. */
const MAX_OFFERS = 3;
/** Maximum characters of a path on a button. */
const MAX_PATH = 60;

const actionOf = (appId: string): string => `${applicationPath(appId)}/settings/detected-login`;

/**
 * Offers logins that the recordings show: what stands in the page, and the forms of its buttons, which stand elsewhere
 * so that no field of another form sends them. `target`: the form of a run with this target asks. Nothing is stored
 * before a button is used.
 */
export function loginOffer(
  request: Pick<PageRequest, 'csrf'>,
  appId: string,
  offers: readonly DetectedLogin[],
  target?: string,
): { shown: Html | false; forms: Html | false } {
  const [first] = offers;
  if (first === undefined) return { shown: false, forms: false };
  const some = offers.slice(0, MAX_OFFERS);
  return {
    shown: html`<div class="hint sample">${icon('key')}<p><strong>Your recordings show a login.</strong> ${sentence(first)} With it, runs get new tokens where recorded ones are no longer valid.</p>${some.map(
      ({ method, path }, at) =>
        html`<button form="use-login-${at}"><span>Use the recorded ${method} ${short(path, MAX_PATH, 'ltr')} for new tokens</span></button>`,
    )}</div>`,
    forms: html`${some.map(
      ({ caseId }, at) =>
        html`<form id="use-login-${at}" method="post" action="${actionOf(appId)}">${csrfField(request)}<input type="hidden" name="caseId" value="${caseId}">${
          target !== undefined && html`<input type="hidden" name="targetEnv" value="${target}">`
        }</form>`,
    )}`,
  };
}

/** What a login answers, and where later requests send it. */
const sentence = ({ method, path, token, place: location }: DetectedLogin): Html =>
  html`Later requests send ${'path' in token ? html`<code>${short(token.path)}</code>` : html`the header <code>${token.header}</code>`} of <code>${method} ${short(path, MAX_PATH, 'ltr')}</code> as ${
    'cookie' in location
      ? html`cookie <code>${short(location.cookie)}</code>`
      : html`header <code>${location.header}</code>`
  }.`;
