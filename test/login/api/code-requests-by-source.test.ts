import { afterEach, describe, expect, test } from 'vitest';
import { pageStage } from '../../platform/pages-shell/page-stage.ts';

const HOUR = 3_600_000;
let stage: ReturnType<typeof pageStage>;
afterEach(() => stage.close());

/** Requests this many codes for different users from one address, and returns how many were sent. */
async function mailed(address: string | null, count: number, ask = askEndpoint): Promise<number> {
  stage.source.address = address;
  const before = stage.mails.length;
  for (let asked = 0; asked < count; asked++) expect(await ask(`u${users++}@shop.test`)).toBe(200);
  await stage.workOff();
  return stage.mails.length - before;
}
let users = 0;

async function askEndpoint(userName: string): Promise<number> {
  const { status, body } = await stage.call('GET', `/api/login/getVerificationCode/${userName}`);
  expect(body.body).toEqual({ success: true });
  return status;
}

describe('codes asked for from one source (facts: auth)', () => {
  test('are at most 30 an hour for all users, answer the same beyond, and are possible again an hour after the first', async () => {
    stage = pageStage();
    expect(await mailed('10.0.0.7', 29)).toBe(29);
    stage.clock.now += 1000;
    expect(await mailed('10.0.0.7', 3)).toBe(1);
    expect(await mailed('10.0.0.8', 1)).toBe(1);
    stage.clock.now += HOUR - 1001;
    expect(await mailed('10.0.0.7', 1)).toBe(0);
    stage.clock.now += 1;
    expect(await mailed('10.0.0.7', 1)).toBe(1);
  });

  test('count the form of the login page and the endpoint together', async () => {
    stage = pageStage();
    const browser = stage.browser();
    const form = async (userName: string) => (await browser.post('/console/login/code', { userName })).status;
    expect(await mailed('10.0.0.7', 31, form)).toBe(30);
    expect(await mailed('10.0.0.7', 1)).toBe(0);
  });

  test('have the same limit when asked for at the same time', async () => {
    stage = pageStage();
    stage.source.address = '10.0.0.7';
    await Promise.all(Array.from({ length: 60 }, (_, at) => askEndpoint(`side${at}@shop.test`)));
    await stage.workOff();
    expect(stage.mails).toHaveLength(30);
  });

  test('reveal no user: a known user, an unknown one and another domain count one each', async () => {
    stage = pageStage();
    await stage.login('known@shop.test');
    stage.source.address = '10.0.0.7';
    const taken = [];
    for (const user of ['known@shop.test', 'unknown@shop.test', 'eve@evil.test']) {
      stage.calls.length = 0;
      await askEndpoint(user);
      taken.push(stage.calls.map(({ name, key }) => [name, key]));
    }
    expect(taken[1]).toEqual(taken[0]);
    expect(taken[2]).toEqual(taken[0]);
    expect(JSON.stringify(taken)).not.toContain('10.0.0.7');
  });
});
