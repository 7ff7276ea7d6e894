import { html } from 'hono/html';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import type { LoginServices } from '../../composition.ts';
import { LOCAL_ADMINISTRATOR } from '../../domain/local-administrator.ts';
import { mayLogIn } from '../../domain/user-name.ts';

/** Whether this service lets its owner log in by a one-time link (docs/login.md). */
export const hasLocalLogin = ({ config }: Pick<LoginServices, 'config'>): boolean =>
  config.localLogin && mayLogIn(LOCAL_ADMINISTRATOR, config.loginDomains);

/** Where the owner of the service finds a link. */
export const localLoginHint: Html = html`Open the link that the service printed at its start, or run <code>replay login --local</code>.`;
