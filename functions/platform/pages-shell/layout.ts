import { html } from 'hono/html';
import type { Html, PageRequest } from '../http/pages/page-route.ts';
import { hasShortcutsOff } from '../http/pages/shortcuts-cookie.ts';
import { EVALUATIONS } from './evaluation-paths.ts';
import { csrfField } from './form-parts.ts';
import { ICONS, icon } from './icon.ts';
import { menu } from './menu.ts';
import { shortcutsButton, shortcutsForm } from './shortcuts/shortcuts-form.ts';
import { visible, visibleText } from './visible-text.ts';

/** The sections of the console, in the order of its navigation. */
const SECTIONS = [
  { section: 'applications', href: '/console', text: 'Applications', scope: 'read' },
  { section: 'runs', href: '/console/replays', text: 'Runs', scope: 'read' },
  { section: 'evaluations', href: EVALUATIONS, text: 'Evaluations', scope: 'eval:read' },
  { section: 'channels', href: '/console/channels', text: 'Channels', scope: 'read' },
  { section: 'logs', href: '/console/logs', text: 'Logs', scope: 'read' },
] as const;

/** The pages of the account menu; all but the tenants are for administrators. */
const ACCOUNT = [
  { section: 'keys', href: '/console/keys', text: 'API keys', scope: 'admin' },
  { section: 'users', href: '/console/users', text: 'Users', scope: 'admin' },
  { section: 'audit', href: '/console/audit', text: 'Audit log', scope: 'admin' },
  { section: 'tenants', href: '/console/tenants', text: 'Tenants', scope: 'read' },
  { section: 'api', href: '/openapi', text: 'API reference', scope: 'read' },
] as const;
type Section = (typeof SECTIONS)[number]['section'] | (typeof ACCOUNT)[number]['section'];

export interface LayoutOptions {
  /** Of the page, without the service's name. */
  title: string;
  /** The heading if it is more than one text. Default: the title. */
  heading?: Html;
  /** What the page is about, in a sentence below the heading. */
  about?: Html | false;
  /** Items of a list below the heading. */
  facts?: readonly (Html | false | null)[];
  /** Buttons and menus beside the heading. */
  actions?: Html | false | null;
  /** Null if there is no caller. */
  request: PageRequest | null;
  section?: Section;
  /** Breadcrumbs, outermost first. */
  trail?: readonly { href: string; text: string }[];
  /** The parts of one thing, below the heading. */
  tabs?: Html;
  /** Replaces the breadcrumbs and the heading; contains the `h1`. */
  toolbar?: Html;
  /** Without scripts, the page reloads after this many seconds. */
  refreshSeconds?: number;
  /** Additional scripts, by path. */
  scripts?: readonly string[];
  /** Everything below the heading. */
  body: Html;
  /** A form above the page (dialog.ts): nothing else can be used. */
  dialog?: Html | undefined;
}

/** A complete page: head, navigation, its one heading, and its body (interface 13). */
export const layout = (options: LayoutOptions): Html => html`<!doctype html>
<html lang="en"${options.request && hasShortcutsOff(options.request) && html` data-keys-off`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${visibleText(options.title)} · Replay Regression</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/console/assets/style.css">
<script src="/console/assets/console.js" defer></script>
${(options.scripts ?? []).map((src) => html`<script src="${src}" defer></script>`)}
${options.refreshSeconds && html`<noscript><meta http-equiv="refresh" content="${options.refreshSeconds}"></noscript>`}
</head>
<body>
${ICONS}
${
  options.dialog
    ? html`<div inert>${page(options)}</div>
${options.dialog}`
    : page(options)
}
</body>
</html>`;

const page = (options: LayoutOptions): Html => html`<a class="skip" href="#main">Skip to content</a>
${topBar(options)}
<main id="main" tabindex="-1">
${options.toolbar ?? head(options)}
${options.tabs}
${options.body}
</main>`;

const head = ({ trail, heading, title, about, facts = [], actions }: LayoutOptions): Html => {
  const shown = facts.filter((fact) => fact !== false && fact !== null);
  return html`${trail && crumbs(trail)}
<div class="head"><div><h1>${heading ?? visible(title)}</h1>${about && html`<p class="muted">${about}</p>`}${shown.length > 0 && html`<ul class="facts">${shown.map((fact) => html`<li>${fact}</li>`)}</ul>`}</div>${actions && html`<div class="row">${actions}</div>`}</div>`;
};

const topBar = ({ request, section }: LayoutOptions): Html => html`<header class="bar">
<a class="brand" href="/console">${icon('logo')} Replay Regression</a>
${
  request &&
  request.caller.scopes.length > 0 &&
  html`<nav aria-label="Console"><ul>${linksOf(request, SECTIONS).map(
    (one) =>
      html`<li><a href="${one.href}"${one.section === section && html` aria-current="page"`}>${one.text}</a></li>`,
  )}</ul></nav>`
}
${request && request.caller.scopes.length > 0 && html`<div class="push row">${account(request)}</div>${shortcutsForm(request)}`}
</header>`;

const linksOf = <One extends { scope: string }>(request: PageRequest, links: readonly One[]): One[] =>
  links.filter(({ scope }) => request.may(scope as Parameters<PageRequest['may']>[0])); // scopes of the tables above

function account(request: PageRequest): Html {
  if (request.isGuest) {
    return html`<span class="muted">Read-only guest</span> <a class="quiet-link" href="/openapi">API reference</a> <a class="button tiny" href="/console/login?next=${encodeURIComponent(request.back)}">Log in</a>`;
  }
  return menu({
    label: html`<span class="cut">${visible(request.caller.name)}${inTenant(request)}</span>`,
    isTiny: true,
    body: html`${linksOf(request, ACCOUNT).map(({ href, text }) => html`<a href="${href}">${text}</a>`)}${shortcutsButton(request)}<form method="post" action="/console/logout">${csrfField(request)}<button>Log out</button></form>`,
  });
}

/** Most services have one tenant, which goes without saying. */
const inTenant = ({ caller: { tenant } }: PageRequest): Html | false =>
  tenant !== 'default' && html` in ${visible(tenant)}`;

/** Links to the pages above this one. */
export const crumbs = (trail: readonly { href: string; text: string }[]): Html =>
  html`<nav class="crumbs" aria-label="Breadcrumb"><ol>${trail.map(
    ({ href, text }) => html`<li><a href="${href}">${visible(text)}</a></li>`,
  )}</ol></nav>`;
