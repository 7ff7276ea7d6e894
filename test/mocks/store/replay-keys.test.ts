import { beforeEach, describe, expect, test } from 'vitest';
import { replayKeys } from '../../../functions/mocks/store/replay-keys.ts';
import { localKeys } from '../../../functions/platform/standalone/keys.ts';
import { openTable } from '../../../functions/platform/standalone/table.ts';
import { newId, randomBytes } from '../../support/test-random.ts';

const MINUTE = 60_000;
const master = randomBytes(32);

describe('the keys that sign replays', () => {
  const clock = { now: 0 };
  let table: ReturnType<typeof openTable>;
  let isTableDown: boolean;
  beforeEach(() => {
    clock.now = 1_800_000_000_000;
    table = openTable(':memory:', () => clock.now);
    isTableDown = false;
  });

  /** A process with its own cache; its signing keys as agents get them. */
  const process = (tenant = 'default', keys = localKeys([master])) => {
    const opened = replayKeys(
      {
        keys,
        now: () => clock.now,
        newId,
        table: { ...table, get: (key) => (isTableDown ? Promise.reject(new Error('down')) : table.get(key)) },
      },
      tenant,
    );
    const signing = async (appId: string) => {
      const { keyId, key } = await opened.signing(appId);
      return { keyId, key: key.export().toString('base64url') };
    };
    return { ...opened, signing };
  };

  test('are the same in processes that start at the same time', async () => {
    const all = await Promise.all(Array.from({ length: 5 }, () => process().signing('shop')));
    expect(new Set(all.map(({ key }) => key)).size).toBe(1);
    expect(await process().verifying('shop')).toEqual([all[0]]);
  });

  test('differ by tenant and by application', async () => {
    const one = await process().signing('shop');
    const others = [await process().signing('stock'), await process('other').signing('shop')];
    expect(others.map(({ key }) => key)).not.toContain(one.key);
    expect(Buffer.from(one.key, 'base64url')).toHaveLength(32);
  });

  test('are stored sealed, for their tenant only', async () => {
    await process().signing('shop');
    const row = await table.get({ pk: 'T#default#REPLAY-KEYS', sk: 'KEYS' });
    expect(Object.keys(row ?? {}).sort()).toEqual(['pk', 'sealed', 'sk', 'version']);
    expect(String(row?.sealed)).not.toContain('madeAt');
    await table.put({ pk: 'T#other#REPLAY-KEYS', sk: 'KEYS', version: 1, sealed: row?.sealed });
    await expect(process('other').signing('shop')).rejects.toThrow();
    await expect(process('default', localKeys([randomBytes(32)])).signing('shop')).rejects.toThrow();
  });

  test('sign while the table is down if the process has read them before', async () => {
    const one = process();
    const before = await one.signing('shop');
    isTableDown = true;
    clock.now += 10 * MINUTE;
    expect(await one.signing('shop')).toEqual(before);
    await expect(process().signing('shop')).rejects.toThrow('down');
  });

  test('sign from two minutes after a rotation, when every process has read them, and are valid beside the previous one', async () => {
    const [one, other] = [process(), process()];
    const first = await one.signing('shop');
    await other.signing('shop');
    clock.now += 3 * MINUTE;
    const { number, signsAt } = await one.rotate();
    expect([number, signsAt - clock.now]).toEqual([2, 2 * MINUTE]);
    expect(await other.rotate()).toEqual({ number, signsAt });
    clock.now += 2 * MINUTE - 1;
    expect(await one.signing('shop')).toEqual(first);
    expect((await other.verifying('shop')).map(({ keyId }) => keyId)).toEqual(['2', '1']);
    clock.now += 1;
    const second = await one.signing('shop');
    expect([second.keyId, second.key === first.key]).toEqual(['2', false]);
    expect(await other.verifying('shop')).toEqual([second, first]);
    await one.rotate();
    expect((await process().verifying('shop')).map(({ keyId }) => keyId)).toEqual(['3', '2']);
    clock.now += 2 * MINUTE;
    expect((await other.signing('shop')).keyId).toBe('3');
  });
});
