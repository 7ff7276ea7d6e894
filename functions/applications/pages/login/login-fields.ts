import { html } from 'hono/html';
import type { Html, PageRequest } from '../../../platform/http/pages/page-route.ts';
import { checkbox, choice, field } from '../../../platform/pages-shell/form-parts.ts';
import { shownChecked, shownValue } from '../../../platform/pages-shell/form-values.ts';
import type { FieldErrors } from '../../../platform/pages-shell/refusal.ts';
import type { LoginStep } from '../../domain/login-step.ts';

/**
 * The fields of a login step that an error may name: members of `login` end in these names, and the form has ids like
 * them.
 */
export const LOGIN_LABELS = {
  caseId: 'Login recording',
  method: 'Method of the login',
  path: 'Path of the login',
  headers: 'Headers of the login',
  body: 'Body of the login',
  token: 'Token in the response',
  place: 'Header or cookie for the token',
  prefix: 'Prefix of the token',
  scope: 'Log in once per',
} as const;

/** The fields of the login step; `?login=` of the page's address chooses a recording. */
export function loginFields(
  { query }: Pick<PageRequest, 'query'>,
  login: LoginStep | null,
  form: FormData | null,
  errors: FieldErrors,
): Html {
  const chosen = query.get('login');
  const shown = (name: string, stored: string) => shownValue(form, name, stored);
  const request = login && 'request' in login && chosen === null ? login.request : null;
  const { token, place, scope } = login ?? DEFAULTS;
  const headers = Object.entries(request?.headers ?? {}).map(([name, value]) => `${name}: ${value}`);
  const text = (name: keyof typeof LOGIN_LABELS, value: string, hint: string, rows?: number) =>
    field({
      name,
      label: LOGIN_LABELS[name],
      value: shown(name, value),
      hint,
      error: errors[name] ?? null,
      ...(rows !== undefined && { rows }),
    });
  return html`<fieldset class="stack for-step" id="login-step"><legend class="hidden">Login step</legend>
<p class="small muted">Choose a recording or enter the request. Its response has the token.</p>
${text('caseId', chosen ?? (login && 'caseId' in login ? login.caseId : ''), 'The id of a recorded login request. Pin the recording, so that it does not expire.')}
<div class="columns">${text('method', request?.method ?? '', 'Default: POST')}
${text('path', request?.path ?? '', 'With its query, such as /login')}</div>
<div class="columns">${text('headers', headers.join('\n'), 'One per line, such as content-type: application/json', 3)}
${text('body', request?.body ?? '', 'Sent unchanged', 3)}</div>
<div class="columns">${choice({
    name: 'tokenIn',
    label: 'Where the token is',
    value: shown('tokenIn', 'header' in token ? 'header' : 'path'),
    options: [
      ['path', 'in the JSON body of the response'],
      ['header', 'in a header of the response'],
    ],
  })}
${text('token', 'header' in token ? token.header : token.path, 'A JSONPath such as $.token, or the name of a header such as set-cookie')}</div>
<div class="columns">${choice({
    name: 'placeIn',
    label: 'Where the token goes',
    value: shown('placeIn', 'cookie' in place ? 'cookie' : 'header'),
    options: [
      ['header', 'into a header'],
      ['cookie', 'into a cookie'],
    ],
  })}
${text('place', 'cookie' in place ? place.cookie : place.header, 'authorization, or the name of the cookie')}
${text('prefix', place.prefix, 'Text before the token, such as Bearer')}</div>
${checkbox('loginAlways', 'Also add the token to requests recorded without a credential', shownChecked(form, 'loginAlways', place.always))}
${choice({
  name: 'scope',
  label: LOGIN_LABELS.scope,
  value: shown('scope', scope),
  options: [
    ['run', 'run'],
    ['session', 'session'],
    ['user', 'recorded user'],
  ],
  error: errors.scope ?? null,
})}</fieldset>`;
}

const DEFAULTS: Pick<LoginStep, 'token' | 'place' | 'scope'> = {
  token: { path: '$.token' },
  place: { header: 'authorization', prefix: 'Bearer ', always: false },
  scope: 'run',
};
