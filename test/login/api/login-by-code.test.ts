import { afterEach, describe, expect, test } from 'vitest';
import { type LoginStage, loginStage } from '../../support/stages/login-stage.ts';

const ANN = 'ann@shop.test';
let stage: LoginStage;
afterEach(() => stage.close());

const isIn = ({ body }: { body: { body: { success: boolean } } }) => body.body.success;

describe('login by code (spec 4.8, interface 4.8)', () => {
  test('a code comes by mail and is exchanged for tokens, once', async () => {
    stage = loginStage();
    const asked = await stage.call('GET', `/api/login/getVerificationCode/${ANN}`);
    expect(asked.body).toEqual({
      responseStatusType: { responseCode: 0, responseDesc: 'success', timestamp: stage.clock.now },
      body: { success: true },
    });
    expect(stage.mails).toEqual([]);
    await stage.workOff();
    expect(stage.mails).toEqual([{ to: ANN, subject: expect.any(String), text: expect.stringMatching(/^\d{6} is/) }]);
    const code = stage.mails[0]?.text.slice(0, 6) ?? '';
    const { status, body, headers } = await stage.verify(' ANN@shop.test ', code);
    expect(status).toBe(200);
    expect(body).toEqual({
      responseStatusType: { responseCode: 0, responseDesc: 'success', timestamp: stage.clock.now },
      body: {
        success: true,
        reason: null,
        userName: ANN,
        accessToken: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
        refreshToken: expect.stringMatching(/^rrr_/),
        expiresAt: new Date(stage.clock.now + 3_600_000).toISOString(),
      },
    });
    expect(headers.get('cache-control')).toBe('no-store');
    const token = { 'access-token': body.body.accessToken };
    expect((await stage.call('GET', '/api/replays', undefined, token)).status).toBe(200);
    expect(isIn(await stage.verify(ANN, code))).toBe(false);
  });

  test('verificationCode is another name of verifyCode', async () => {
    stage = loginStage();
    const verificationCode = await stage.codeFor(ANN);
    expect(isIn(await stage.call('POST', '/api/login/verify', { userName: ANN, verificationCode }))).toBe(true);
  });

  test.for<[number, boolean]>([
    [599_999, true],
    [600_000, false],
  ])('a code of %s ms ago opens: %s', async ([age, opens]) => {
    stage = loginStage();
    const code = await stage.codeFor(ANN);
    stage.clock.now += age;
    expect(isIn(await stage.verify(ANN, code))).toBe(opens);
  });

  test("one user's code opens nothing for another", async () => {
    stage = loginStage();
    const code = await stage.codeFor(ANN);
    await stage.codeFor('bob@shop.test');
    const bobs = stage.mails.at(-1)?.text.slice(0, 6);
    // One in a million runs draws the same code twice.
    if (code !== bobs) expect(isIn(await stage.verify('bob@shop.test', code))).toBe(false);
  });

  test('5 codes an hour: the sixth mail does not come, and an hour after the first it does', async () => {
    stage = loginStage();
    for (let count = 1; count <= 5; count++) expect(await stage.codeFor(ANN), `code ${count}`).not.toBeNull();
    expect(await stage.codeFor(ANN)).toBeNull();
    expect(await stage.codeFor('bob@shop.test')).not.toBeNull();
    stage.clock.now += 3_599_999;
    expect(await stage.codeFor(ANN)).toBeNull();
    stage.clock.now += 1;
    expect(await stage.codeFor(ANN)).not.toBeNull();
  });

  test('5 tries a code: the sixth is refused although it is right', async () => {
    stage = loginStage();
    const right = await stage.codeFor(ANN);
    const wrong = right === '000000' ? '000001' : '000000';
    for (let count = 0; count < 4; count++) expect(isIn(await stage.verify(ANN, wrong))).toBe(false);
    const next = await stage.codeFor(ANN);
    for (let count = 0; count < 5; count++) expect(isIn(await stage.verify(ANN, wrong))).toBe(false);
    expect(isIn(await stage.verify(ANN, next))).toBe(false);
  });

  test('20 wrong tries a day: then the right code is refused too, until a day after the first', async () => {
    stage = loginStage();
    const began = stage.clock.now;
    for (let round = 0; round < 4; round++) {
      const right = await stage.codeFor(ANN);
      const wrong = right === '000000' ? '000001' : '000000';
      for (let count = 0; count < 5; count++) await stage.verify(ANN, wrong);
    }
    expect(isIn(await stage.verify(ANN, await stage.codeFor(ANN)))).toBe(false);
    stage.clock.now = began + 86_399_999;
    expect(isIn(await stage.verify(ANN, await stage.codeFor(ANN)))).toBe(false);
    stage.clock.now = began + 86_400_000;
    expect(isIn(await stage.verify(ANN, await stage.codeFor(ANN)))).toBe(true);
  });

  test('no code is mailed once the 20 wrong tries of the day are used up; asking answers as ever', async () => {
    stage = loginStage();
    const began = stage.clock.now;
    const guessWrong = async (code: string | null) => stage.verify(ANN, code === '000000' ? '000001' : '000000');
    for (const tries of [5, 5, 5, 4]) {
      const code = await stage.codeFor(ANN);
      for (let count = 0; count < tries; count++) await guessWrong(code);
    }
    const twentieth = await stage.codeFor(ANN);
    expect(twentieth).not.toBeNull();
    await guessWrong(twentieth);
    stage.clock.now = began + 86_399_999;
    const mails = stage.mails.length;
    const asked = await stage.call('GET', `/api/login/getVerificationCode/${ANN}`);
    const unknownUser = await stage.call('GET', '/api/login/getVerificationCode/unknown@other.test');
    expect([asked.status, asked.body]).toEqual([unknownUser.status, unknownUser.body]);
    await stage.workOff();
    expect(stage.mails).toHaveLength(mails);
    stage.clock.now = began + 86_400_000;
    expect(await stage.codeFor(ANN)).not.toBeNull();
  });

  test('200 guesses side by side: at most 5 are compared, and the right code is refused afterwards', async () => {
    stage = loginStage();
    const right = await stage.codeFor(ANN);
    const guesses = Array.from({ length: 201 }, (_, guess) => String(guess).padStart(6, '0')).filter(
      (guess) => guess !== right,
    );
    stage.calls.length = 0;
    const answers = await Promise.all(guesses.slice(0, 200).map((guess) => stage.verify(ANN, guess)));
    expect(answers.filter(isIn)).toEqual([]);
    // A try is stored before it is compared.
    expect(stage.calls.filter(({ name, item }) => name === 'put' && item?.sk === 'CODE')).toHaveLength(5);
    expect(isIn(await stage.verify(ANN, right))).toBe(false);
  });

  test('of 200 right guesses side by side one opens a session', async () => {
    stage = loginStage();
    const right = await stage.codeFor(ANN);
    const answers = await Promise.all(Array.from({ length: 200 }, () => stage.verify(ANN, right)));
    expect(answers.filter(isIn)).toHaveLength(1);
  });

  test('of two right guesses side by side one opens a session, every time', async () => {
    stage = loginStage();
    for (let user = 0; user < 50; user++) {
      const right = await stage.codeFor(`u${user}@shop.test`);
      const both = await Promise.all([1, 2].map(() => stage.verify(`u${user}@shop.test`, right)));
      expect(both.filter(isIn)).toHaveLength(1);
    }
  });

  test.for<[string, Record<string, unknown>]>([
    ['no code', { userName: ANN }],
    ['a code of 5 digits', { userName: ANN, verifyCode: '12345' }],
    ['a number', { userName: ANN, verifyCode: 123456 }],
    ['a list', { userName: ANN, verifyCode: ['123456'] }],
    ['no user', { verifyCode: '123456' }],
    ['no address', { userName: 'ann', verifyCode: '123456' }],
  ])('%s is refused as a wrong code is', async ([, body]) => {
    stage = loginStage();
    await stage.codeFor(ANN);
    const answer = await stage.call('POST', '/api/login/verify', body);
    expect([answer.status, answer.body.body]).toEqual([
      200,
      {
        success: false,
        reason: 'the code is wrong, already used or expired',
        userName: body.userName === ANN ? ANN : null,
        accessToken: null,
        refreshToken: null,
        expiresAt: null,
      },
    ]);
  });
});

describe('nothing tells who is known (facts: auth)', () => {
  /** The response as an outsider sees it, without parts that differ between any two responses. */
  const seen = ({ status, headers, body }: Awaited<ReturnType<LoginStage['call']>>) => ({
    status,
    body,
    headers: [...headers].filter(([name]) => name !== 'x-request-id'),
  });
  const ask = (userName: string) => stage.call('GET', `/api/login/getVerificationCode/${userName}`).then(seen);
  const guess = async (userName: string) => {
    const answer = seen(await stage.verify(userName, '000000'));
    expect(answer.body.body.userName).toBe(userName);
    return { ...answer, body: { ...answer.body, body: { ...answer.body.body, userName: null } } };
  };

  test('a known user, an unknown one, one of another domain and one beyond the limits get the same answers', async () => {
    stage = loginStage();
    await stage.login('known@shop.test');
    for (let count = 0; count < 6; count++) await stage.codeFor('limited@shop.test');
    const users = ['known@shop.test', 'unknown@shop.test', 'eve@evil.test', 'limited@shop.test'];
    const [first, ...others] = await Promise.all(users.map(ask));
    for (const other of others) expect(other).toEqual(first);
    await stage.workOff();
    const [one, ...rest] = await Promise.all(users.map(guess));
    for (const other of rest) expect(other).toEqual(one);
  });

  test('asking does the same for everybody before it answers: one message and nothing looked up', async () => {
    stage = loginStage();
    await stage.login('known@shop.test');
    for (const user of ['known@shop.test', 'unknown@shop.test', 'eve@evil.test']) {
      stage.calls.length = 0;
      await ask(user);
      expect(stage.calls, user).toEqual([]);
    }
  });

  test('guesses at a user who may not log in run into the same limits', async () => {
    stage = loginStage();
    const tries = async (user: string) => {
      expect((await stage.codeFor(user)) === null).toBe(user.endsWith('evil.test'));
      stage.calls.length = 0;
      for (let count = 0; count < 7; count++) await stage.verify(user, '000000');
      return stage.calls.map(({ name }) => name);
    };
    expect(await tries('eve@evil.test')).toEqual(await tries('ann@shop.test'));
  });

  test('whose domain was taken off the list in the meantime does not come in with a code', async () => {
    stage = loginStage({ SVC_LOGIN_DOMAINS: 'other.test' });
    await stage.codeFor(ANN);
    const code = await stage.services.verificationCodes.make(ANN, 'r');
    expect(isIn(await stage.verify(ANN, code))).toBe(false);
  });

  test('HEAD asks for nothing', async () => {
    stage = loginStage();
    const head = await stage.call('HEAD', `/api/login/getVerificationCode/${ANN}`);
    expect([head.status, head.headers.get('allow')]).toEqual([405, 'GET, POST']);
    await stage.workOff();
    expect(stage.mails).toEqual([]);
  });

  test('no address, code or token is in the table or the log', async () => {
    stage = loginStage();
    const code = await stage.codeFor(ANN);
    await stage.call('GET', `/api/login/getVerificationCode/${ANN}`);
    const { body } = await stage.verify(ANN, code);
    await stage.call('GET', `/api/login/refresh/${ANN}`, undefined, { 'refresh-token': body.body.refreshToken });
    const rows = JSON.stringify([
      stage.calls,
      stage.lines,
      await stage.table.query({ index: 'i1', pk: 'QUEUE#WAITING' }),
    ]);
    expect(stage.lines.map(({ message }) => message)).toEqual(['code requested', 'session opened']);
    for (const secret of [ANN, 'shop.test', `"${code}"`, body.body.accessToken, body.body.refreshToken])
      expect(rows).not.toContain(secret);
  });
});

describe('code requests that are repeated or late', () => {
  test('a code whose mail was lost with its process is mailed a minute later', async () => {
    stage = loginStage();
    await stage.call('GET', `/api/login/getVerificationCode/${ANN}`);
    await stage.world.queue.receive({ visibilitySeconds: 60 });
    await stage.workOff();
    expect(stage.mails).toEqual([]);
    stage.clock.now += 60_000;
    await stage.workOff();
    expect(isIn(await stage.verify(ANN, stage.mails[0]?.text.slice(0, 6) ?? null))).toBe(true);
  });

  test('a message that is delivered again mails a code that works, and takes nothing from the limit', async () => {
    stage = loginStage();
    await stage.call('GET', `/api/login/getVerificationCode/${ANN}`);
    const [message] = await stage.world.queue.receive({ visibilitySeconds: 60 });
    // put there by the call above
    const request = message?.body as Parameters<typeof stage.services.codeRequests.answer>[0];
    for (let count = 0; count < 9; count++) await stage.services.codeRequests.answer(request);
    const latest = stage.mails.at(-1)?.text.slice(0, 6) ?? null;
    expect(stage.mails).toHaveLength(9);
    expect(isIn(await stage.verify(ANN, latest))).toBe(true);
  });

  test('a message of more than ten minutes ago mails nothing', async () => {
    stage = loginStage();
    await stage.call('GET', `/api/login/getVerificationCode/${ANN}`);
    stage.clock.now += 600_000;
    await stage.workOff();
    expect(stage.mails).toEqual([]);
  });
});
