import { html } from 'hono/html';
import type { Html, PageRequest } from '../../platform/http/pages/page-route.ts';
import { checkbox, choice, csrfField, field, notice } from '../../platform/pages-shell/form-parts.ts';
import { shownChecked, shownValue } from '../../platform/pages-shell/form-values.ts';
import { layout } from '../../platform/pages-shell/layout.ts';
import type { FieldErrors } from '../../platform/pages-shell/refusal.ts';
import { visible } from '../../platform/pages-shell/visible-text.ts';
import type { ChannelServices } from '../composition.ts';
import { CHANNEL_TYPES, type ChannelType, WEBHOOK_FORMATS, type WebhookFormat } from '../domain/channel-kind.ts';
import type { Channel } from '../domain/channels/channel.ts';

const PATH = '/console/channels';
const TRAIL = [{ href: PATH, text: 'Channels' }];

/** Labels of the fields that a refusal may name. */
export const CHANNEL_LABELS = {
  name: 'Name',
  type: 'Type',
  format: 'Format',
  url: 'Address',
  secret: 'Secret',
  appIds: 'Applications',
} as const;

/** What the types of spec 2.7 are called. */
const TYPES: Readonly<Record<ChannelType, string>> = {
  alpha_bot: 'Group chat bot, vendor A (alpha_bot)',
  beta_bot: 'Group chat bot, vendor B (beta_bot)',
  webhook: 'Webhook',
};

const FORMATS: Readonly<Record<WebhookFormat, string>> = {
  cloudevents: 'CloudEvents, for programs',
  slack: 'Slack incoming webhook',
  teams: 'Microsoft Teams Workflows webhook',
};

/** Form of an existing or a new channel. `form` is the user's input. */
export async function channelForm(
  request: PageRequest,
  { recordings }: Pick<ChannelServices, 'recordings'>,
  channel: Channel | null,
  form: FormData | null,
  errors: FieldErrors,
): Promise<Html> {
  const apps = await recordings.apps();
  const shown = (name: string, stored: string) => shownValue(form, name, stored);
  return layout({
    title: channel ? `Channel ${channel.name}` : 'Add a channel',
    request,
    section: 'channels',
    trail: TRAIL,
    body: html`${notice(errors.form, 'bad')}
<form class="panel pad" method="post" action="${PATH}/${channel?.id ?? 'new'}" autocomplete="off">${csrfField(request)}
${field({ name: 'name', label: CHANNEL_LABELS.name, maxlength: 200, value: shown('name', channel?.name ?? ''), error: errors.name ?? null })}
${choice({
  name: 'type',
  label: CHANNEL_LABELS.type,
  value: shown('type', channel?.type ?? 'webhook'),
  options: CHANNEL_TYPES.map((type) => [type, TYPES[type]] as const),
  error: errors.type ?? null,
})}
${choice({
  name: 'format',
  label: CHANNEL_LABELS.format,
  value: shown('format', channel?.format ?? 'cloudevents'),
  options: WEBHOOK_FORMATS.map((format) => [format, FORMATS[format]] as const),
  hint: 'Only for webhooks',
  error: errors.format ?? null,
})}
${field({
  name: 'url',
  label: CHANNEL_LABELS.url,
  type: 'url',
  required: channel === null,
  value: shown('url', ''),
  autocomplete: 'off',
  hint: channel
    ? html`Leave empty to keep <code>${visible(channel.urlMasked)}</code>.`
    : 'It is stored encrypted and never shown again.',
  error: errors.url ?? null,
})}
${field({
  name: 'secret',
  label: CHANNEL_LABELS.secret,
  type: 'password',
  autocomplete: 'new-password',
  hint: `The signing secret of a bot, or the value of X-Webhook-Secret for CloudEvents. Slack and Teams need none.${channel ? (channel.secretConfigured ? ' Leave empty to keep the current one; an address with a different origin needs it again.' : '') : ''}`,
  error: errors.secret ?? null,
})}
${channel?.secretConfigured && checkbox('noSecret', 'Remove the secret', form?.has('noSecret') ?? false)}
${field({ name: 'appIds', label: CHANNEL_LABELS.appIds, rows: 3, value: shown('appIds', channel?.appIds.join('\n') ?? ''), hint: `One per line. Leave empty for all applications. With recordings: ${apps.slice(0, 20).join(', ') || 'none'}.`, error: errors.appIds ?? null })}
${checkbox('onlyOnFailure', 'Only if the run is not clean', shownChecked(form, 'onlyOnFailure', channel?.onlyOnFailure ?? false))}
${checkbox('enabled', 'Enabled', shownChecked(form, 'enabled', channel?.enabled ?? true))}
<p><button class="primary">Save</button></p></form>`,
  });
}
