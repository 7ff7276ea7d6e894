import { html } from 'hono/html';
import type { Html, PageRequest } from '../../platform/http/pages/page-route.ts';
import { badge } from '../../platform/pages-shell/badge.ts';
import { actionForm } from '../../platform/pages-shell/form-parts.ts';
import { facts } from '../../platform/pages-shell/list-parts.ts';
import { relativeTime } from '../../platform/pages-shell/relative-time.ts';
import { visible, visibleText } from '../../platform/pages-shell/visible-text.ts';
import { type MessageKind, messageKindOf } from '../domain/channel-kind.ts';
import type { Channel } from '../domain/channels/channel.ts';
import { failuresText, lastText, type ShownDelivery } from './last-text.ts';

const KINDS: Readonly<Record<MessageKind, string>> = {
  alpha_bot: 'Alpha bot',
  beta_bot: 'Beta bot',
  webhook: 'Webhook',
  slack: 'Slack',
  teams: 'Microsoft Teams',
};

/** The answer to a test of a channel, which its card shows. */
export interface ChannelTest {
  channelId: string;
  /** Null: the sample message was delivered. */
  refused: string | null;
}

/** A channel with its state, what it sends about what, and the answer to its test; readers have no buttons. */
export function channelCard(
  request: PageRequest,
  channel: Channel,
  { now, test, shown }: { now: number; test: ChannelTest | null; shown: ShownDelivery | undefined },
): Html {
  const { id, name, urlMasked, secretConfigured, onlyOnFailure, appIds, enabled, updatedAt } = channel;
  const of = html`<span class="hidden"> ${visible(name)}</span>`;
  const path = `/console/channels/${id}`;
  const failing = shown ? failuresText(shown, now) : null;
  return html`<section class="panel" aria-label="${visibleText(name)}"><div class="panel-head"><h2>${visible(name)}</h2>${badge(KINDS[messageKindOf(channel)])}<span class="push">${stateBadge(enabled, shown)}</span></div>
<div class="pad">${facts([
    [
      'Address',
      html`<code>${visible(urlMasked)}</code>${secretConfigured && html` <span class="muted">with a secret</span>`}`,
    ],
    ['Sends', onlyOnFailure ? 'only if a run is not clean' : 'every result'],
    ['About', appIds.join(', ') || 'every application'],
    ['Last', shown ? lastText(shown, now) : 'nothing sent yet'],
    ['Changed', relativeTime(updatedAt, now)],
  ])}</div>
${enabled && failing !== null && html`<p class="panel-foot error">${failing}</p>`}${test?.channelId === id && testAnswer(test)}
${request.may('write') && html`<div class="panel-foot row">${enabled ? actionForm(request, `${path}/test`, html`Send a test${of}`) : actionForm(request, `${path}/resume`, html`Resume${of}`)} <a class="button tiny" href="${path}">Edit${of}</a> ${actionForm(request, `${path}/delete`, html`Delete${of}`, { danger: true, confirm: `Delete the channel ${name}?` })}</div>`}</section>`;
}

function stateBadge(enabled: boolean, shown: ShownDelivery | undefined): Html {
  if (!enabled) return badge('Paused');
  if (shown === undefined) return badge('Enabled', 'good');
  return shown.last.failures === 0 ? badge('Delivers', 'good') : badge('Fails', 'bad');
}

const testAnswer = ({ refused }: ChannelTest): Html =>
  refused === null
    ? html`<p class="panel-foot good-text" role="status">The sample message was delivered.</p>`
    : html`<p class="panel-foot error" role="alert">The sample message was not delivered: ${visible(refused)}.</p>`;
