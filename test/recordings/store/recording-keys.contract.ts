import { beforeAll, beforeEach, expect, test } from 'vitest';
import { localKeys } from '../../../functions/platform/standalone/keys.ts';
import type { Table } from '../../../functions/platform/world.ts';
import { fileKeyText, sealFileKey } from '../../../functions/recordings/domain/sealed/file-keys.ts';
import { openText } from '../../../functions/recordings/domain/sealed/open-request.ts';
import { recordingKeys } from '../../../functions/recordings/store/recording-keys.ts';
import { newId, randomBytes } from '../../support/test-random.ts';

const MINUTE = 60_000;
const master = randomBytes(32);

/** How the data keys of recordings are kept, on any table (docs/credentials.md). */
export function recordingKeysContract(open: () => Promise<{ table: Table }>) {
  let opened: { table: Table };
  let isTableDown: boolean;
  let runs = 0;
  const clock = { now: 0 };

  beforeAll(async () => {
    opened = await open();
  });
  beforeEach(() => {
    runs++;
    clock.now = 1_800_000_000_000;
    isTableDown = false;
  });

  /** Each test has tenants of its own. */
  const tenantOf = (name: string) => `${name}-${runs}`;

  /** A process with its own cache. */
  const process = (name = 'default', keys = localKeys([master])) =>
    recordingKeys(
      {
        keys,
        now: () => clock.now,
        newId,
        table: {
          ...opened.table,
          get: (key) => (isTableDown ? Promise.reject(new Error('down')) : opened.table.get(key)),
        },
      },
      tenantOf(name),
    );

  test('are the same in processes that start at the same time', async () => {
    const sealers = await Promise.all(Array.from({ length: 5 }, () => process().sealer()));
    expect(new Set(sealers.map(({ keys }) => keys)).size).toBe(1);
  });

  test('differ between tenants', async () => {
    const [one, other] = await Promise.all([process('default').sealer(), process('other').sealer()]);
    expect(other.open(one.seal('t', 'secret'))).toBeNull();
  });

  test('are stored sealed, and open only for their tenant and with the same master key', async () => {
    const { keys } = await process().sealer();
    const row = await opened.table.get({ pk: `T#${tenantOf('default')}#RECORDING-KEYS`, sk: 'KEYS' });
    expect(JSON.stringify(row)).not.toContain(keys.slice(2));
    await opened.table.put({
      pk: `T#${tenantOf('other')}#RECORDING-KEYS`,
      sk: 'KEYS',
      version: 1,
      sealed: row?.sealed,
    });
    await expect(process('other').sealer()).rejects.toThrow();
    await expect(process('default', localKeys([randomBytes(32)])).sealer()).rejects.toThrow();
  });

  test('seal while the table is down if the process has read them before', async () => {
    const one = process();
    const { keys } = await one.sealer();
    isTableDown = true;
    clock.now += 10 * MINUTE;
    expect((await one.sealer()).keys).toBe(keys);
    await expect(process().sealer()).rejects.toThrow('down');
  });

  test('seal from two minutes after a rotation, when every process has read them, and older ones still open', async () => {
    const [one, other] = [process(), process()];
    const before = (await one.sealer()).seal('t', 'secret');
    await other.sealer();
    clock.now += 3 * MINUTE;
    const { number, sealsAt } = await one.rotate();
    expect([number, sealsAt - clock.now]).toEqual([2, 2 * MINUTE]);
    expect(await other.rotate()).toEqual({ number, sealsAt });
    expect((await process().sealer()).seal('t', 'secret')).toBe(before);
    clock.now += MINUTE;
    const knows = await other.sealer();
    expect([knows.seal('t', 'secret'), knows.keys.split(',').length]).toEqual([before, 2]);
    clock.now += MINUTE;
    const after = (await one.sealer()).seal('t', 'secret');
    expect(after).not.toBe(before);
    expect(openText(before + after, await other.sealer())).toBe('secretsecret');
    expect((await other.sealer()).renew(before)).toBe(after);
  });

  test('open keys of files that were sealed to the public key of their tenant', async () => {
    const publicKey = await process().publicKey();
    expect(await process().publicKey()).toEqual(publicKey);
    expect(Object.keys(publicKey)).not.toContain('d');
    const key = randomBytes(32);
    const sealed = await sealFileKey(key, publicKey);
    await process('other').publicKey();
    expect(await process().fileKeys([sealed, 'no.jwe', `${sealed}A`])).toEqual(new Map([[sealed, fileKeyText(key)]]));
    expect(await process('other').fileKeys([sealed])).toEqual(new Map());
  });

  test('open after a restart what was sealed before it', async () => {
    const placeholder = (await process().sealer()).seal('t', 'secret');
    expect(openText(placeholder, await process().sealer())).toBe('secret');
  });
}
