import { html } from 'hono/html';
import type { Html, PageRequest } from '../../platform/http/pages/page-route.ts';
import { applicationLayout, applicationPath } from '../../platform/pages-shell/application-layout.ts';
import { copyBlock } from '../../platform/pages-shell/copy-block.ts';
import { decision } from '../../platform/pages-shell/decision.ts';
import { dialog } from '../../platform/pages-shell/dialog/dialog.ts';
import { csrfField } from '../../platform/pages-shell/form-parts.ts';
import { icon } from '../../platform/pages-shell/icon.ts';
import { facts, table } from '../../platform/pages-shell/list-parts.ts';
import { relativeTime } from '../../platform/pages-shell/relative-time.ts';
import { count, counted } from '../../platform/pages-shell/texts.ts';
import { visible } from '../../platform/pages-shell/visible-text.ts';
import type { PredictedRun } from '../service/predicted-run.ts';

/** A target that may not receive credentials of an application, and the run that was to be started. */
export interface TargetQuestion {
  request: PageRequest;
  appId: string;
  /** The origin of the target. */
  origin: string;
  form: FormData;
  /** Addresses that are allowed. */
  allowed: readonly string[];
  /** Null where it is not known. */
  predicted: PredictedRun | null;
  /** Names of the headers that runs add, and whether they log in. */
  added: { headers: readonly string[]; hasLogin: boolean };
  /** The first member who asked for this address, at epoch ms; null without a request. */
  askedBy: { name: string; at: number } | null;
  /** Epoch ms. */
  now: number;
}

/** Asks an administrator whether credentials may go to a new address, above the form that starts the run. */
export const targetQuestion = (question: TargetQuestion): Html => {
  const { request, appId, origin, form, allowed, predicted, added, askedBy, now } = question;
  return dialog({
    request,
    title: html`Send recorded credentials of ${visible(appId)} to a new address?`,
    about: html`<p><code>${withDomain(origin)}</code> has never received any. Whichever program runs there can use what it gets.</p>`,
    action: startPath(appId),
    body: html`${kept(form)}<div class="pad stack">${predicted && sent(predicted)}
${facts([
  ['Added', addedText(added)],
  ['Asked by', askedBy !== null && html`<strong>${visible(askedBy.name)}</strong>, ${relativeTime(askedBy.at, now)}`],
  ['Allowed now', allowed.length > 0 && addressList(allowed)],
])}
${strange(origin, allowed)}
<fieldset><legend>This application may send recorded credentials to</legend><div class="choices stacked">${CHOICES.map(
      ([value, text, small]) =>
        html`<label><input type="radio" name="allow" value="${value}" required> <span>${text}<small>${small}</small></span></label>`,
    )}</div></fieldset></div>`,
    submit: html`<button class="primary">Continue</button>`,
    cancel: { href: `${startPath(appId)}?${new URLSearchParams({ targetEnv: origin })}`, text: 'Do not run' },
    foot: html`<span class="small muted">Written to the audit log</span>`,
  });
};

/** Says to a member that a run was not started, and what can be done. */
export const targetRefused = (question: TargetQuestion): Html => {
  const { request, appId, origin, form, allowed, predicted } = question;
  return page(
    question,
    html`${decision({
      tone: 'quiet',
      icon: 'lock',
      id: 'refused',
      title: html`Not started: this address may not receive credentials of ${visible(appId)}`,
      next: html`<code>${visible(origin)}</code> is not an allowed target, and a member cannot allow one. Nothing was sent.`,
      action: html`<form method="post" action="${startPath(appId)}">${csrfField(request)}${kept(form)}<input type="hidden" name="allow" value="ask"><button class="primary">Ask an administrator</button></form>`,
    })}
<div class="columns"><section class="panel pad stack" aria-labelledby="can"><h2 id="can">What you can do</h2>
${
  allowed.length > 0 &&
  html`<div><strong>Use an allowed target</strong><p>${allowed.map(
    (address) =>
      html`<a href="${startPath(appId)}?${new URLSearchParams({ targetEnv: address })}"><code>${visible(address)}</code></a> `,
  )}</p></div>`
}
<form method="post" action="${startPath(appId)}">${csrfField(request)}${kept(form)}<input type="hidden" name="allow" value="without"><strong>Run without credentials</strong><p class="small muted">Cookies, tokens and passwords are left out.${predicted && predicted.withCredentials > 0 && ` ${count(predicted.withCredentials)} of ${count(predicted.recordings)} requests may answer 401.`}</p><button class="tiny">Run without credentials</button></form>
<div><strong>Have it allowed</strong><p class="small muted">An administrator finds your request in the settings of the application, under Replay, or runs this:</p>${copyBlock(`npx replay targets allow ${origin} --app-id ${appId}`)}</div></section>
<section class="panel pad stack" aria-labelledby="why"><h2 id="why">Why</h2><p>A run sends what was recorded, with the cookies, tokens and passwords of real users. So an application says where they may go, and only an administrator changes that.</p>${facts(
      [
        ['You', request.caller.name],
        ['Code', html`<code>CREATE_PLAN_FAILED</code>, exit code 2 of the command line`],
        [
          'Setting',
          html`<a href="${applicationPath(appId)}/settings/replay#allowed-targets">Targets that may receive credentials</a>`,
        ],
      ],
    )}</section></div>`,
  );
};

const page = ({ request, appId }: TargetQuestion, body: Html): Html =>
  applicationLayout({ request, appId, tab: 'runs', title: `Start a run of ${appId}`, body });

const startPath = (appId: string): string => `${applicationPath(appId)}/replays/new`;

/** What an administrator can answer. */
const CHOICES = [
  ['one', 'This address only', 'Until an administrator removes it'],
  ['once', 'This address, for this run', 'The next run asks again'],
  ['without', 'Nowhere new: run without credentials', 'Cookies, tokens and passwords are left out. Expect 401'],
] as const;

/** The fields of the start form, which the answer sends again. */
const kept = (form: FormData): Html[] =>
  [...form]
    .filter(([name, value]) => typeof value === 'string' && !['csrf', 'allow', 'preview'].includes(name))
    .map(([name, value]) => html`<input type="hidden" name="${name}" value="${String(value)}">`);

/** Which requests of the run carry credentials. */
const sent = ({ recordings, isCut, withCredentials, credentials, logins }: PredictedRun): Html => {
  const all = isCut ? `more than ${count(recordings)} requests` : counted(recordings, 'request');
  const summary = `This run sends ${all}, ${count(withCredentials)} of them with credentials`;
  return html`<p class="small muted">${summary}</p>${table({
    caption: summary,
    columns: [{ name: 'What' }, { name: 'Of whom', as: 'wide' }, { name: 'Requests', as: 'number' }],
    rows: [
      ['Session cookies and tokens', `${counted(credentials, 'recorded credential')}`, count(withCredentials)],
      ['Logins, with their passwords', 'as recorded in production', count(logins)],
      ['Other sealed values', 'sealed here, sent in clear', `up to ${count(recordings)}`],
    ],
    empty: '',
  })}`;
};

const addedText = ({ headers, hasLogin }: TargetQuestion['added']): string | false => {
  const parts = [...(hasLogin ? ['the login step'] : []), ...headers.map((name) => `header ${name}`)];
  return parts.length > 0 && `${parts.join(', ')}: sent only where they were saved for this address`;
};

const addressList = (addresses: readonly string[]): Html =>
  html`${addresses.map((address, at) => html`${at > 0 && ', '}<code>${visible(address)}</code>`)}`;

/** A warning where no allowed target shares the end of the host's name. */
function strange(origin: string, allowed: readonly string[]): Html | false {
  const [own, known] = [endOf(origin), [...new Set(allowed.map(endOf))]];
  if (known.length === 0 || known.includes(own)) return false;
  return html`<p class="hint">${icon('review')}<span>Allowed targets end in <strong>${visible(known.join(', '))}</strong>. This one ends in <strong>${visible(own)}</strong>: make sure that it is yours.</span></p>`;
}

/** An address with the last two labels of its name in bold. */
function withDomain(origin: string): Html {
  const port = /:\d+$/.exec(origin)?.[0] ?? '';
  const [domain, whole] = [endOf(origin), origin.slice(0, origin.length - port.length)];
  return html`${visible(whole.slice(0, whole.length - domain.length))}<strong>${visible(domain)}</strong>${port}`;
}

/** The last two labels of a name; an address as it is. */
function endOf(address: string): string {
  const host = address.replace(/^https?:\/\//, '').replace(/:\d+$/, '');
  return /^[\d.]+$|^\[/.test(host) ? host : host.split('.').slice(-2).join('.');
}
