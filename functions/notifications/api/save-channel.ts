import { type Endpoint, JSON_BODY, ok, openApiErrors } from '../../platform/http/api.ts';
import { endpoint } from '../../platform/http/endpoint.ts';
import { type Refusal, type Result, refuse } from '../../platform/result.ts';
import type { ChannelServices } from '../composition.ts';
import type { Channel, ChannelChange } from '../domain/channels/channel.ts';
import { parseChannelChange, parseNewChannel } from '../domain/channels/channel-request.ts';
import { channelDocs } from './channels.doc.ts';

/** Creates a channel, or updates the sent members of the channel with the given id (spec 4.4). */
export const saveChannel: Endpoint<Pick<ChannelServices, 'channels' | 'egress' | 'audit' | 'log'>> = endpoint({
  method: 'POST',
  path: '/openapi/v1/notification-channels',
  scope: null,
  audits: 'channel.changed',
  body: JSON_BODY,
  errors: openApiErrors,
  doc: channelDocs.saveChannel,

  async answer({ body, caller }, services) {
    const isNew = body.id === undefined || body.id === null;
    const saved = isNew ? await create(body, services) : await update(body, services);
    if (!saved.ok) return ok({ id: null, errorCode: saved.code, errorMessage: saved.message });
    const { id, type, name } = saved.value;
    await services.audit.note(caller, isNew ? 'channel.created' : 'channel.changed', { id, type }, name);
    services.log.info(isNew ? 'channel created' : 'channel changed', { channel_id: id, type });
    return ok({ id, errorCode: null, errorMessage: null });
  },
});

type Saved = Result<Channel, string>;

async function create(
  body: Record<string, unknown>,
  { channels, egress }: Pick<ChannelServices, 'channels' | 'egress'>,
): Promise<Saved> {
  const fields = parseNewChannel(body);
  if (!fields.ok) return fields;
  return (await deniedUrl(fields.value, egress)) ?? channels.create(fields.value);
}

async function update(
  body: Record<string, unknown>,
  { channels, egress }: Pick<ChannelServices, 'channels' | 'egress'>,
): Promise<Saved> {
  const existing = typeof body.id === 'string' ? await channels.find(body.id) : undefined;
  const change = parseChannelChange(body, existing);
  if (!change.ok) return change;
  return (await deniedUrl(change.value, egress)) ?? channels.update(String(body.id), change.value);
}

async function deniedUrl(
  { url }: ChannelChange,
  egress: ChannelServices['egress'],
): Promise<Refusal<'INVALID_CHANNEL'> | null> {
  return url !== undefined && (await egress.denial(url)) !== null
    ? refuse('INVALID_CHANNEL', 'url is denied by the egress policy')
    : null;
}
