import { html } from 'hono/html';
import type { Html, PageRequest } from '../http/pages/page-route.ts';
import { EVALUATIONS } from './evaluation-paths.ts';
import { csrfField } from './form-parts.ts';
import { visible, visibleText } from './visible-text.ts';

/** The sections of the console, in the order of its navigation; `admin` ones are shown to admins only. */
const SECTIONS = [
  { section: 'applications', href: '/console', text: 'Applications', scope: 'read' },
  { section: 'replays', href: '/console/replays', text: 'Replays', scope: 'read' },
  { section: 'evaluations', href: EVALUATIONS, text: 'Evaluations', scope: 'eval:read' },
  { section: 'channels', href: '/console/channels', text: 'Channels', scope: 'read' },
  { section: 'logs', href: '/console/logs', text: 'Logs', scope: 'read' },
  { section: 'keys', href: '/console/keys', text: 'API keys', scope: 'admin' },
  { section: 'users', href: '/console/users', text: 'Users', scope: 'admin' },
  { section: 'audit', href: '/console/audit', text: 'Audit', scope: 'admin' },
] as const;
export type Section = (typeof SECTIONS)[number]['section'];

export interface LayoutOptions {
  /** Of the page, without the service's name. */
  title: string;
  /** The heading if it is more than one text. Default: the title. */
  heading?: Html;
  /** Null if there is no caller. */
  request: PageRequest | null;
  section?: Section;
  /** Breadcrumbs, outermost first. */
  trail?: readonly { href: string; text: string }[];
  /** Without scripts, the page reloads after this many seconds. */
  refreshSeconds?: number;
  /** Additional stylesheets and scripts, by path. */
  styles?: readonly string[];
  scripts?: readonly string[];
  /** Everything below the heading. */
  body: Html;
}

/** A complete page: head, navigation, its one heading, and its body (interface 13). */
export const layout = (options: LayoutOptions): Html => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${visibleText(options.title)} · Replay Regression Service</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/console/assets/style.css">
${(options.styles ?? []).map((href) => html`<link rel="stylesheet" href="${href}">`)}
<script src="/console/assets/console.js" defer></script>
${(options.scripts ?? []).map((src) => html`<script src="${src}" defer></script>`)}
${options.refreshSeconds && html`<noscript><meta http-equiv="refresh" content="${options.refreshSeconds}"></noscript>`}
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
${topBar(options)}
<main id="main" tabindex="-1">
${options.trail && trailOf(options.trail)}
<h1>${options.heading ?? visible(options.title)}</h1>
${options.body}
</main>
</body>
</html>`;

const topBar = ({ request, section }: LayoutOptions): Html => html`<header class="top">
<a class="brand" href="/console">Replay Regression</a>
${
  request &&
  request.caller.scopes.length > 0 &&
  html`<nav aria-label="Console"><ul>${SECTIONS.filter(({ scope }) => request.may(scope)).map(
    (one) =>
      html`<li><a href="${one.href}"${one.section === section && html` aria-current="page"`}>${one.text}</a></li>`,
  )}</ul></nav>`
}
${request && userMenu(request)}
</header>`;

function userMenu(request: PageRequest): Html | null {
  if (request.caller.scopes.length === 0) return null;
  if (request.isGuest) {
    return html`<p class="who">Guest, may only read <a class="button small" href="/console/login?next=${encodeURIComponent(request.back)}">Log in</a></p>`;
  }
  return html`<form class="who" method="post" action="/console/logout">${csrfField(request)}<a class="name" href="/console/tenants">${visible(request.caller.name)}${inTenant(request)}</a> <button class="small">Log out</button></form>`;
}

/** Most services have one tenant, which goes without saying. */
const inTenant = ({ caller: { tenant } }: PageRequest): Html | false =>
  tenant !== 'default' && html` in ${visible(tenant)}`;

const trailOf = (trail: readonly { href: string; text: string }[]): Html =>
  html`<nav class="trail" aria-label="Where this is"><ol>${trail.map(
    ({ href, text }) => html`<li><a href="${href}">${visible(text)}</a></li>`,
  )}</ol></nav>`;
