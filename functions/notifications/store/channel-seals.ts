import type { Keys } from '../../platform/world.ts';
import type { Destination } from '../domain/channel-kind.ts';
import type { ChannelChange } from '../domain/channels/channel.ts';
import type { StoredChannel } from './channel-rows.ts';

/** Seals url and secret of channels, and opens them. */
export function channelSeals(keys: Keys, tenant: string) {
  const contextOf = (id: string, field: 'url' | 'secret') => ({ tenant, subject: id, field });

  return {
    /** The sealed members of a change. */
    async seal(id: string, { url, secret }: ChannelChange) {
      return {
        ...(url !== undefined && { sealedUrl: await keys.seal(url, contextOf(id, 'url')) }),
        ...(secret !== undefined && {
          sealedSecret: secret === '' ? null : await keys.seal(secret, contextOf(id, 'secret')),
          secretConfigured: secret !== '',
        }),
      };
    },

    async open({ id, sealedUrl, sealedSecret }: StoredChannel): Promise<Destination> {
      return {
        url: await keys.open(sealedUrl, contextOf(id, 'url')),
        secret: sealedSecret === null ? null : await keys.open(sealedSecret, contextOf(id, 'secret')),
      };
    },
  };
}
