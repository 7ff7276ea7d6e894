import { html } from 'hono/html';
import type { Html, PageRequest } from '../../platform/http/pages/page-route.ts';
import { checkbox, choice, field } from '../../platform/pages-shell/form-parts.ts';
import { linesOf, pairsOf, shownChecked, shownValue, textOf } from '../../platform/pages-shell/form-values.ts';
import type { FieldErrors } from '../../platform/pages-shell/refusal.ts';
import type { LoginStep } from '../domain/login-step.ts';

/** The fields of a login step that an error may name: members of `login` end in these names, and the form has ids like them. */
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

/** The form's login step in the format of interface 10; null if it names no login request. */
export function loginOf(form: FormData): Record<string, unknown> | null {
  const [caseId, path] = [textOf(form, 'caseId'), textOf(form, 'path')];
  if (caseId === '' && path === '') return null;
  const body = textOf(form, 'body');
  const request = {
    method: textOf(form, 'method') || 'POST',
    path,
    headers: pairsOf(linesOf(form, 'headers'), ':'),
    body: body === '' ? null : body,
  };
  const prefix = form.get('prefix');
  return {
    ...(caseId !== '' && { caseId }),
    ...(path !== '' && { request }),
    token: { [textOf(form, 'tokenIn') === 'header' ? 'header' : 'path']: textOf(form, 'token') },
    place: {
      [textOf(form, 'placeIn') === 'cookie' ? 'cookie' : 'header']: textOf(form, 'place'),
      // A space at its end counts.
      prefix: typeof prefix === 'string' ? prefix : '',
      always: form.has('loginAlways'),
    },
    scope: textOf(form, 'scope') || 'run',
  };
}

/**
 * The fields of the login step; `?login=` of the page's address chooses a recording. `offer`: the logins that the
 * recordings show.
 */
export function loginFields(
  { query }: Pick<PageRequest, 'query'>,
  login: LoginStep | null,
  form: FormData | null,
  errors: FieldErrors,
  offer: Html | false = false,
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
  return html`<fieldset class="stack" id="login"><legend class="hidden">Login</legend><h2>Login</h2>
<p>Where recorded credentials are no longer valid, runs log in with this request and use the token of its response. Choose a recording or enter the request. Default: no login step</p>
${offer}
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

/** One line about the login step, without its credentials. */
export function loginText(login: LoginStep | null): string {
  if (login === null) return 'none';
  const { place } = login;
  const by = 'caseId' in login ? `recording ${login.caseId}` : `${login.request.method} ${login.request.path}`;
  return `${by}, once per ${login.scope}, into the ${'cookie' in place ? `cookie ${place.cookie}` : `header ${place.header}`}`;
}
