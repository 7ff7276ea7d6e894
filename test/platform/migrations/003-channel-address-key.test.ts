import { describe, expect, test } from 'vitest';
import { channelAddressKey } from '../../../functions/platform/migrations/003-channel-address-key.ts';
import { migratedRow } from '../../../functions/platform/migrations/migrated-row.ts';

const KEY = { pk: 'T#default#CHANNELS', sk: '1b42b11156839df8aac9516f' };

describe('channels of data version 2', () => {
  test('get addressKey in place of robot with the same value, and keep everything else', () => {
    const old = { ...KEY, id: KEY.sk, robot: '250fcbd3', appIds: ['shop'], sealedSecret: null, version: 7 };
    const wanted = { ...KEY, id: KEY.sk, addressKey: '250fcbd3', appIds: ['shop'], sealedSecret: null, version: 7 };
    expect(migratedRow([channelAddressKey], old)).toEqual(wanted);
    expect(migratedRow([channelAddressKey], wanted)).toBeNull();
  });

  test.for([
    ['a row of another family', 'T#default#APP#shop'],
    ['a key that ends the same way', 'T#default#APP#x#CHANNELS'],
    ['channels without a tenant', 'CHANNELS'],
  ])('do not include %s', ([, pk = '']) => {
    expect(channelAddressKey.concerns({ pk, sk: 'x' })).toBe(false);
  });

  test('are those of every tenant', () => {
    expect(channelAddressKey.concerns({ pk: 'T#other#CHANNELS', sk: 'x' })).toBe(true);
  });
});
