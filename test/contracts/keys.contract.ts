import { expect, test } from 'vitest';
import type { Keys } from '../../functions/platform/world.ts';

const CONTEXT = { tenant: 'default', subject: 'c1', field: 'url' };

/** Contract for sealing secrets at rest, for both worlds (functions/platform/world.ts, facts: auth). */
export function keysContract(open: () => Keys): void {
  test.for(['', 'x', 'https://bot.test/send?access_token=0123456789', 'schlüssel 钥匙 🔑', 'x'.repeat(6000)])(
    'opens what it has sealed: %s',
    async (text) => {
      const keys = open();
      expect(await keys.open(await keys.seal(text, CONTEXT), CONTEXT)).toBe(text);
    },
  );

  test('seals the same text differently each time, without a trace of the text', async () => {
    const keys = open();
    const seals = await Promise.all(Array.from({ length: 20 }, () => keys.seal('a-planted-canary', CONTEXT)));
    const envelopes = seals.map((sealed) => JSON.parse(sealed));
    for (const envelope of envelopes) {
      expect(Object.keys(envelope)).toEqual(['v', 'kid', 'edk', 'iv', 'ct', 'tag']);
      const bytes = [envelope.edk, envelope.ct, envelope.tag].map((part) => Buffer.from(part, 'base64').toString());
      expect([JSON.stringify(envelope), ...bytes].join()).not.toContain('canary');
    }
    for (const part of ['edk', 'iv', 'ct', 'tag'])
      expect(new Set(envelopes.map((envelope) => envelope[part])).size, part).toBe(20);
  });

  test.for([
    { ...CONTEXT, tenant: 'other' },
    { ...CONTEXT, subject: 'c2' },
    { ...CONTEXT, field: 'secret' },
    // The same characters, split at other positions.
    { tenant: 'defaultc', subject: '1', field: 'url' },
    { tenant: 'default', subject: 'c1u', field: 'rl' },
  ])('refuses to open a text that was moved to %o', async (context) => {
    const keys = open();
    const sealed = await keys.seal('text', CONTEXT);
    await expect(keys.open(sealed, context)).rejects.toThrow();
  });

  test.for(['edk', 'iv', 'ct', 'tag'])('refuses to open a text whose %s has changed', async (part) => {
    const keys = open();
    const envelope = JSON.parse(await keys.seal('text', CONTEXT));
    const bytes = Buffer.from(envelope[part], 'base64');
    bytes.writeUInt8(bytes.readUInt8(0) ^ 1, 0);
    await expect(
      keys.open(JSON.stringify({ ...envelope, [part]: bytes.toString('base64') }), CONTEXT),
    ).rejects.toThrow();
  });

  test.for(['edk', 'iv', 'ct', 'tag'])('refuses to open a text with the %s of another one', async (part) => {
    const keys = open();
    const [one, other] = [await keys.seal('text', CONTEXT), await keys.seal('text', CONTEXT)].map((sealed) =>
      JSON.parse(sealed),
    );
    await expect(keys.open(JSON.stringify({ ...one, [part]: other[part] }), CONTEXT)).rejects.toThrow();
  });

  test('refuses to open a text whose tag was cut short', async () => {
    const keys = open();
    const envelope = JSON.parse(await keys.seal('text', CONTEXT));
    const tag = Buffer.from(envelope.tag, 'base64').subarray(0, 4).toString('base64');
    await expect(keys.open(JSON.stringify({ ...envelope, tag }), CONTEXT)).rejects.toThrow();
  });

  test.for(['', 'text', '{}', '{"v":2,"kid":"k","edk":"","iv":"","ct":"","tag":""}'])(
    'refuses to open %j',
    async (sealed) => {
      await expect(open().open(sealed, CONTEXT)).rejects.toThrow();
    },
  );
}
