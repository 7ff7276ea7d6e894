import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openRecorder, type Recorder } from './recorder.ts';

let recorder: Recorder;
beforeEach(() => {
  recorder = openRecorder();
});
afterEach(() => recorder.close());

interface Listed {
  method: string;
  operation: string;
  session: string | null;
  tags: Record<string, string>;
}

async function listed(): Promise<Listed[]> {
  const { body } = await recorder.ask('GET', '/api/recorder/apps/shop/cases?limit=100');
  return (body as { items: Listed[] }).items.toReversed(); // the shape of this endpoint's answer
}

const token = (user: string) => `token-of-${user}`.padEnd(40, '0');
const login = (user: string, at: number) => ({
  appId: 'shop',
  recordedAt: new Date(Date.UTC(2026, 10, 20, 10) + at).toISOString(),
  request: { method: 'POST', path: '/login', body: `{"user":"${user}"}` },
  response: { status: 200, headers: [['content-type', 'application/json']], body: `{"token":"${token(user)}"}` },
});
const visit = (user: string, path: string, at: number) => ({
  appId: 'shop',
  recordedAt: new Date(Date.UTC(2026, 10, 20, 10) + at).toISOString(),
  request: { method: 'GET', path, headers: [['authorization', `Bearer ${token(user)}`]] },
  response: { status: 200, headers: [], body: '{}' },
});

describe('the sessions of cases without one (docs/sessions.md)', () => {
  test('separate two users at the same time, over several posts', async () => {
    await recorder.ask('POST', '/api/recorder/cases', [login('ann', 0), login('bob', 1), visit('ann', '/a', 2)]);
    await recorder.ask('POST', '/api/recorder/cases', [visit('bob', '/b', 3), visit('ann', '/c', 4)]);
    const sessions = (await listed()).map(({ session }) => session);
    const [ann, bob] = sessions;
    expect(sessions).toEqual([ann, bob, ann, bob, ann]);
    expect(ann).toMatch(/^s-[0-9a-f]{24}$/);
    expect(bob).not.toBe(ann);
  });

  test('are inferred within an application only', async () => {
    await recorder.ask('POST', '/api/recorder/cases', [{ ...login('ann', 0), session: 'mine', appId: 'other' }]);
    await recorder.ask('POST', '/api/recorder/cases', [visit('ann', '/a', 1)]);
    expect((await listed())[0]?.session).not.toBe('mine');
  });

  test('show no hashes of credentials in a list or a case', async () => {
    await recorder.ask('POST', '/api/recorder/cases', [{ ...login('ann', 0), caseId: 'one' }]);
    const { body } = await recorder.ask('GET', '/api/recorder/cases/one');
    for (const shown of [body, (await listed())[0]]) {
      expect(shown).toHaveProperty('session');
      expect(shown).not.toHaveProperty('credentials');
    }
  });

  test('separate two users of a GoReplay file whose requests alternate', async () => {
    const users = ['ann', 'bob'];
    const exchange = (id: number, request: string, response: string) =>
      [
        `1 ${String(id).padStart(24, '0')} ${id * 1_000_000} 0\n${request}`,
        `2 ${String(id).padStart(24, '0')} ${id * 1_000_000 + 500_000} 500000\n${response}`,
      ].join('\n🐵🙈🙉\n');
    const answer = (content: string, headers = '') =>
      `HTTP/1.1 200 OK\r\n${headers}Content-Length: ${content.length}\r\n\r\n${content}`;
    const file = [
      ...users.map((user, at) =>
        exchange(
          at + 1,
          `POST /login?user=${user} HTTP/1.1\r\nHost: shop\r\nContent-Length: 0\r\n\r\n`,
          answer('{}', `Set-Cookie: sid=${token(user)}; Path=/\r\n`),
        ),
      ),
      ...[0, 1, 2].flatMap((turn) =>
        users.map((user, at) =>
          exchange(
            10 + turn * 2 + at,
            `GET /${user}/${turn} HTTP/1.1\r\nHost: shop\r\nCookie: theme=dark; sid=${token(user)}\r\n\r\n`,
            answer('{}'),
          ),
        ),
      ),
    ].join('\n🐵🙈🙉\n');
    const { body } = await recorder.ask(
      'POST',
      '/api/recorder/imports?appId=shop&format=goreplay',
      `${file}\n🐵🙈🙉\n`,
    );
    expect(body).toMatchObject({ accepted: 8, rejected: [] });
    const sessions = (await listed()).map(({ session }) => session);
    const [ann, bob] = sessions;
    expect(ann).toMatch(/^s-/);
    expect(bob).not.toBe(ann);
    expect(sessions).toEqual([ann, bob, ann, bob, ann, bob, ann, bob]);
  });
});
