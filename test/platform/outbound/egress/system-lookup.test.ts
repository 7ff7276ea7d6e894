import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { hostLookup } from '../../../../functions/platform/outbound/egress/system-lookup.ts';
import { slots } from '../../../../functions/platform/outbound/slots.ts';

afterEach(() => void vi.useRealTimers());

const fails = (code: string) => async (): Promise<string[]> => {
  throw Object.assign(new Error(code), { code });
};

/** A lookup over name servers and an operating system that a test controls; what each was asked is noted. */
function resolver(answers: Record<string, string[] | 'silent' | 'unknown'>, hosts = '') {
  const asked: string[] = [];
  const clock = { now: 0 };
  const threads = slots(2);
  const answer = (name: string): Promise<string[]> => {
    const known = answers[name] ?? 'unknown';
    if (known === 'silent') return new Promise(() => {});
    return known === 'unknown' ? fails('ENOTFOUND')() : Promise.resolve(known);
  };
  const lookup = hostLookup({
    servers: {
      resolve4(name) {
        asked.push(`4 ${name}`);
        return answer(name);
      },
      resolve6(name) {
        asked.push(`6 ${name}`);
        return fails('ENODATA')();
      },
    },
    // Two threads, as libuv has for lookups.
    system: (name) =>
      threads('', async () => {
        asked.push(`system ${name}`);
        return (await answer(name.replace(/^/, 'system '))).map((address) => ({ address, family: 4 }));
      }),
    hosts: async () => hosts,
    elapsed: () => clock.now,
  });
  return { lookup, asked, clock };
}

const dead = Array.from({ length: 100 }, (_, n) => `dead-${n}.test`);
const silent = Object.fromEntries(dead.map((name) => [name, 'silent' as const]));

describe('a name whose servers are silent', () => {
  test('does not delay another one, even when there are a hundred', async () => {
    const { lookup } = resolver({ ...silent, 'healthy.test': ['10.0.0.5'] });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const lost = dead.map((name) => lookup(name).catch((fault) => fault.code));
    expect(await lookup('healthy.test')).toEqual([{ address: '10.0.0.5', family: 4 }]);
    await nextTurn();
    vi.advanceTimersByTime(5_000);
    expect(new Set(await Promise.all(lost))).toEqual(new Set(['EAI_AGAIN']));
  });

  test('fails at once for 10 s, and is looked up again then', async () => {
    const { lookup, asked, clock } = resolver({ 'dead.test': 'silent' });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const first = lookup('dead.test').catch((fault) => fault.code);
    await nextTurn();
    vi.advanceTimersByTime(5_000);
    expect(await first).toBe('EAI_AGAIN');
    clock.now = 9_999;
    await expect(lookup('DEAD.test')).rejects.toMatchObject({ code: 'EAI_AGAIN' });
    expect(asked).toEqual(['4 dead.test', '6 dead.test']);
    clock.now = 10_000;
    // Only the number of queries matters here, not the result.
    void lookup('dead.test').catch(() => {});
    await nextTurn();
    expect(asked).toHaveLength(4);
  });

  test('is not looked up by the operating system after a timeout of the name servers', async () => {
    const { asked, clock } = resolver({});
    const lookup = hostLookup({
      servers: { resolve4: fails('ETIMEOUT'), resolve6: fails('ETIMEOUT') },
      system: async (name) => {
        asked.push(name);
        return [];
      },
      hosts: async () => '',
      elapsed: () => clock.now,
    });
    await expect(lookup('dead.test')).rejects.toMatchObject({ code: 'EAI_AGAIN' });
    expect(asked).toEqual([]);
  });
});

test('hostLookup resolves a name once at a time for concurrent callers', async () => {
  const { lookup, asked } = resolver({ 'shop.test': ['10.0.0.5', '10.0.0.6'] });
  const all = await Promise.all(Array.from({ length: 50 }, () => lookup('shop.test')));
  expect(asked).toEqual(['4 shop.test', '6 shop.test']);
  for (const addresses of all) expect(addresses.map(({ address }) => address)).toEqual(['10.0.0.5', '10.0.0.6']);
  // A later connection asks again: every send checks what the name leads to then.
  await lookup('shop.test');
  expect(asked).toHaveLength(4);
});

test.for<[string, string[]]>([
  ['localhost', ['system localhost']],
  ['shop.localhost', ['system shop.localhost']],
  ['printer.local', ['system printer.local']],
  ['receiver', ['system receiver']],
  ['Build.Internal', ['system build.internal']],
  ['alias.internal', ['system alias.internal']],
  ['gone.internal', ['4 gone.internal', '6 gone.internal', 'system gone.internal']],
])('hostLookup asks for %s: %j', async ([name, expected]) => {
  const hosts =
    '127.0.0.1 localhost\n10.0.0.9\tBuild.internal alias.internal # gone.internal\n# 10.0.0.1 gone.internal\n';
  const { lookup, asked } = resolver({ [`system ${name.toLowerCase()}`]: ['10.0.0.9'] }, hosts);
  expect(await lookup(name)).toEqual([{ address: '10.0.0.9', family: 4 }]);
  expect(asked).toEqual(expected);
});

test('hostLookup fails for an unknown name with the error of getaddrinfo', async () => {
  const { lookup } = resolver({});
  await expect(lookup('nowhere.test')).rejects.toMatchObject({ code: 'ENOTFOUND' });
});
