import { createHmac } from 'node:crypto';
import * as v from 'valibot';
import { partitionOf } from '../../platform/values/families/row-families.ts';
import type { World } from '../../platform/world.ts';

const KEY = { pk: partitionOf('loginKeys'), sk: 'PEPPER' };
const CONTEXT = { tenant: 'system', subject: 'signing-keys', field: 'pepper' };

const Row = v.object({ sealed: v.string() });

export type LoginPepper = ReturnType<typeof loginPepper>;

/** The pepper of the digests of users and codes: created once and stored sealed, pk `SYSTEM#LOGIN`, sk `PEPPER`. */
export function loginPepper({ table, keys, newId }: Pick<World, 'table' | 'keys' | 'newId'>) {
  let known: Promise<Uint8Array> | undefined;

  async function load(): Promise<Uint8Array> {
    const row = await table.get(KEY);
    if (row) return Buffer.from(await keys.open(v.parse(Row, row).sealed, CONTEXT), 'hex');
    // If two processes create it concurrently, the first one wins.
    await table.put({ ...KEY, sealed: await keys.seal(newId() + newId(), CONTEXT) }, { when: 'absent' });
    return load();
  }

  async function bytes(): Promise<Uint8Array> {
    known ??= load();
    try {
      return await known;
    } catch (fault) {
      known = undefined;
      throw fault;
    }
  }

  return {
    bytes,

    /** The pseudonym of a user at rest and in the log, in place of the address. */
    digestOf: async (userName: string): Promise<string> =>
      createHmac('sha256', await bytes())
        .update(JSON.stringify(['user', userName]))
        .digest('hex'),
  };
}
