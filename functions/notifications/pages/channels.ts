import { html } from 'hono/html';
import type { Html, Page, PageRequest } from '../../platform/http/pages/page-route.ts';
import { notice, noticeOf } from '../../platform/pages-shell/form-parts.ts';
import { linesOf, textOf } from '../../platform/pages-shell/form-values.ts';
import { layout } from '../../platform/pages-shell/layout.ts';
import { problemPage } from '../../platform/pages-shell/problem.ts';
import { errorsOf, refusalOf } from '../../platform/pages-shell/refusal.ts';
import type { ChannelServices } from '../composition.ts';
import { type ChannelTest, channelCard } from './channel-card.ts';
import { CHANNEL_LABELS, channelForm } from './channel-form.ts';
import { shownDeliveries } from './shown-deliveries.ts';

const PATH = '/console/channels';
const ENDPOINT = '/openapi/v1/notification-channels';

/** Flash message by the value of the page's query parameter. */
const DONE: Readonly<Record<string, string>> = {
  saved: 'The channel is saved.',
  deleted: 'The channel is deleted.',
  resumed: 'The channel is enabled again.',
};

/** What the list of channels reads. */
type Listing = Pick<ChannelServices, 'channels' | 'deliveries' | 'plans' | 'config' | 'now'>;

/** Lists the channels that are notified of triggered replays. */
export const channelsPage: Page<Listing> = {
  method: 'GET',
  path: PATH,
  scope: 'read',
  answer: async (request, services) => ({ html: await listView(request, services) }),
};

/** The channel whose test was delivered, as the address of the page says after the form. */
const testOf = ({ query }: PageRequest): ChannelTest | null =>
  query.get('done') === 'sent' ? { channelId: query.get('channel') ?? '', refused: null } : null;

async function listView(
  request: PageRequest,
  services: Listing,
  { refused = null, test = testOf(request) }: { refused?: string | null; test?: ChannelTest | null } = {},
): Promise<Html> {
  const [channels, deliveries] = await Promise.all([services.channels.list(), shownDeliveries(services)]);
  return layout({
    title: 'Channels',
    request,
    section: 'channels',
    about: html`Where results of runs go that CI or a schedule has started.${!services.config.openApi && html` <strong>The Open API is off (SVC_REPLAY_OPENAPI), so only schedules send notifications.</strong>`}`,
    actions: request.may('write') && html`<a class="button primary" href="${PATH}/new">Add a channel</a>`,
    body: html`${notice(refused, 'bad')}${refused === null && noticeOf(DONE, request.query)}
${
  channels.length === 0
    ? html`<div class="panel empty"><p><strong>No channel yet.</strong> A channel says in a chat group, or to a program, when a run that CI or a schedule started has its result.</p></div>`
    : html`<div class="columns">${channels.map((channel) => channelCard(request, channel, { now: services.now(), test, shown: deliveries.get(channel.id) }))}</div>`
}`,
  });
}

/** Form of a new channel. */
export const newChannelPage: Page<Pick<ChannelServices, 'recordings'>> = {
  method: 'GET',
  path: `${PATH}/new`,
  scope: 'write',
  answer: async (request, services) => ({ html: await channelForm(request, services, null, null, {}) }),
};

/** Form of an existing channel. */
export const channelPage: Page<Pick<ChannelServices, 'channels' | 'recordings'>> = {
  method: 'GET',
  path: `${PATH}/{id}`,
  scope: 'write',

  async answer(request, services) {
    const channel = await services.channels.find(request.params.id ?? '');
    if (channel === undefined) return { html: problemPage('not-found', request), status: 404 };
    return { html: await channelForm(request, services, channel, null, {}) };
  },
};

const saving = (path: string): Page<Pick<ChannelServices, 'channels' | 'recordings'>> => ({
  method: 'POST',
  path,
  scope: 'write',
  audits: 'channel.changed',

  async answer(request, services) {
    const { form, params } = request;
    const channel = params.id === undefined ? null : ((await services.channels.find(params.id)) ?? null);
    if (params.id !== undefined && channel === null) return { html: problemPage('not-found', request), status: 404 };
    const url = textOf(form, 'url');
    const secret = textOf(form, 'secret');
    const answer = await request.ask('POST', ENDPOINT, {
      body: {
        id: channel?.id ?? null,
        name: textOf(form, 'name') || null,
        type: textOf(form, 'type'),
        format: textOf(form, 'type') === 'webhook' ? textOf(form, 'format') || null : null,
        url: url === '' && channel ? null : url,
        secret: form.has('noSecret') ? '' : secret || null,
        appIds: linesOf(form, 'appIds'),
        onlyOnFailure: form.has('onlyOnFailure'),
        enabled: form.has('enabled'),
      },
    });
    const refused = refusalOf(answer);
    if (refused === null) return { location: `${PATH}?done=saved` };
    return {
      html: await channelForm(
        request,
        services,
        channel,
        form,
        errorsOf(refused, Object.keys(CHANNEL_LABELS), CHANNEL_LABELS),
      ),
      status: 422,
    };
  },
});

/** Adds a channel. */
export const addChannel = saving(`${PATH}/new`);

/** Changes a channel. */
export const changeChannel = saving(`${PATH}/{id}`);

/** Sends a sample message to a channel. */
export const testChannel: Page<Listing> = {
  method: 'POST',
  path: `${PATH}/{id}/test`,
  scope: 'write',

  async answer(request, services) {
    const { id = '' } = request.params;
    const refused = refusalOf(await request.ask('POST', `${ENDPOINT}/{id}/test`, { params: { id } }));
    if (refused === null) return { location: `${PATH}?${new URLSearchParams({ done: 'sent', channel: id })}` };
    return { html: await listView(request, services, { test: { channelId: id, refused } }) };
  },
};

/** Enables a paused channel again. */
export const resumeChannel: Page<Listing> = {
  method: 'POST',
  path: `${PATH}/{id}/resume`,
  scope: 'write',
  audits: 'channel.changed',

  async answer(request, services) {
    const refused = refusalOf(await request.ask('POST', ENDPOINT, { body: { id: request.params.id, enabled: true } }));
    if (refused === null) return { location: `${PATH}?done=resumed` };
    return { html: await listView(request, services, { refused: `Nothing was changed: ${refused}.` }), status: 422 };
  },
};

/** Deletes a channel. */
export const deleteChannel: Page<Listing> = {
  method: 'POST',
  path: `${PATH}/{id}/delete`,
  scope: 'write',
  audits: 'channel.deleted',

  async answer(request, services) {
    const { id = '' } = request.params;
    const refused = refusalOf(await request.ask('DELETE', `${ENDPOINT}/{id}`, { params: { id } }));
    if (refused === null) return { location: `${PATH}?done=deleted` };
    return { html: await listView(request, services, { refused: `Nothing was deleted: ${refused}.` }), status: 404 };
  },
};
