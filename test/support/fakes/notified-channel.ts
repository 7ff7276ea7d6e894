import type { ChannelFields } from '../../../functions/notifications/domain/channels/channel.ts';

/** A channel that is notified of every replay. */
export const NOTIFIED_CHANNEL: ChannelFields = {
  name: 'hook',
  type: 'webhook',
  url: 'http://10.0.0.5:9000/hook',
  secret: '',
  appIds: [],
  onlyOnFailure: false,
  enabled: true,
};
