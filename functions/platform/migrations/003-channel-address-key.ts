import type { RowMigration } from './migration.ts';

/**
 * Channels of data version 2 call the digest of their address `robot`. It becomes `addressKey`, with the same value.
 */
export const channelAddressKey: RowMigration = {
  version: 3,
  name: 'channel-address-key',
  concerns: ({ pk }) => /^T#[^#]*#CHANNELS$/.test(pk),
  migrate(item) {
    if (!('robot' in item)) return item;
    const { robot, ...rest } = item;
    return { addressKey: robot, ...rest };
  },
};
