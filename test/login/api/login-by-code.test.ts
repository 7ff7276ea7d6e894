import { afterEach, describe, expect, test } from 'vitest';
import { type LoginStage, loginStage } from '../../support/stages/login-stage.ts';

const ANN = 'ann@shop.test';
let stage: LoginStage;
afterEach(() => stage.close());

const isIn = ({ body }: { body: { body: { success: boolean } } }) => body.body.success;

describe('login by code (spec 4.8, interface 4.8)', () => {
  test('mails a code that is exchanged for tokens once', async () => {
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

  test('accepts verificationCode as another name of verifyCode', async () => {
    stage = loginStage();
    const verificationCode = await stage.codeFor(ANN);
    expect(isIn(await stage.call('POST', '/api/login/verify', { userName: ANN, verificationCode }))).toBe(true);
  });

  test.for<[number, boolean]>([
    [599_999, true],
    [600_000, false],
  ])('accepts a code of %s ms ago: %s', async ([age, opens]) => {
    stage = loginStage();
    const code = await stage.codeFor(ANN);
    stage.clock.now += age;
    expect(isIn(await stage.verify(ANN, code))).toBe(opens);
  });

  test('refuses the code of another user', async () => {
    stage = loginStage();
    const code = await stage.codeFor(ANN);
    await stage.codeFor('bob@shop.test');
    const bobs = stage.mails.at(-1)?.text.slice(0, 6);
    // One in a million runs draws the same code twice.
    if (code !== bobs) expect(isIn(await stage.verify('bob@shop.test', code))).toBe(false);
  });

  test('mails 5 codes an hour, and the next one an hour after the first', async () => {
    stage = loginStage();
    for (let count = 1; count <= 5; count++) expect(await stage.codeFor(ANN), `code ${count}`).not.toBeNull();
    expect(await stage.codeFor(ANN)).toBeNull();
    expect(await stage.codeFor('bob@shop.test')).not.toBeNull();
    stage.clock.now += 3_599_999;
    expect(await stage.codeFor(ANN)).toBeNull();
    stage.clock.now += 1;
    expect(await stage.codeFor(ANN)).not.toBeNull();
  });

  test('allows 5 tries a code, and refuses the right code at the sixth', async () => {
    stage = loginStage();
    const right = await stage.codeFor(ANN);
    const wrong = right === '000000' ? '000001' : '000000';
    for (let count = 0; count < 4; count++) expect(isIn(await stage.verify(ANN, wrong))).toBe(false);
    const next = await stage.codeFor(ANN);
    for (let count = 0; count < 5; count++) expect(isIn(await stage.verify(ANN, wrong))).toBe(false);
    expect(isIn(await stage.verify(ANN, next))).toBe(false);
  });

  test('allows 20 wrong tries a day, and refuses the right code until a day after the first', async () => {
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

  test('mails no code after 20 wrong tries a day, and answers the same', async () => {
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

  test('compares at most 5 of 200 guesses at once, and refuses the right code afterwards', async () => {
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

  test('opens one session for 200 right guesses at once', async () => {
    stage = loginStage();
    const right = await stage.codeFor(ANN);
    const answers = await Promise.all(Array.from({ length: 200 }, () => stage.verify(ANN, right)));
    expect(answers.filter(isIn)).toHaveLength(1);
  });

  test('opens one session for two right guesses at once, every time', async () => {
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
  ])('refuses %s like a wrong code', async ([, body]) => {
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

describe('login by code without revealing users (facts: auth)', () => {
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

  test('answers the same for a known user, an unknown one, one of another domain and one beyond the limits', async () => {
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

  test('does the same for every user before it answers: one message without a look-up', async () => {
    stage = loginStage();
    await stage.login('known@shop.test');
    for (const user of ['known@shop.test', 'unknown@shop.test', 'eve@evil.test']) {
      stage.calls.length = 0;
      await ask(user);
      expect(stage.calls, user).toEqual([]);
    }
  });

  test('limits guesses for a user who may not log in as for one who may', async () => {
    stage = loginStage();
    const tries = async (user: string) => {
      expect((await stage.codeFor(user)) === null).toBe(user.endsWith('evil.test'));
      stage.calls.length = 0;
      for (let count = 0; count < 7; count++) await stage.verify(user, '000000');
      return stage.calls.map(({ name }) => name);
    };
    expect(await tries('eve@evil.test')).toEqual(await tries('ann@shop.test'));
  });

  test('refuses a code of a user whose domain was removed from the list in the meantime', async () => {
    stage = loginStage({ SVC_LOGIN_DOMAINS: 'other.test' });
    await stage.codeFor(ANN);
    const code = await stage.services.verificationCodes.make(ANN, 'r');
    expect(isIn(await stage.verify(ANN, code))).toBe(false);
  });

  test('sends no code for HEAD', async () => {
    stage = loginStage();
    const head = await stage.call('HEAD', `/api/login/getVerificationCode/${ANN}`);
    expect([head.status, head.headers.get('allow')]).toEqual([405, 'GET, POST']);
    await stage.workOff();
    expect(stage.mails).toEqual([]);
  });

  test('leaves no address, code or token in the table or the log', async () => {
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
  test('mail a code a minute later if its mail was lost with its process', async () => {
    stage = loginStage();
    await stage.call('GET', `/api/login/getVerificationCode/${ANN}`);
    await stage.world.queue.receive({ visibilitySeconds: 60 });
    await stage.workOff();
    expect(stage.mails).toEqual([]);
    stage.clock.now += 60_000;
    await stage.workOff();
    expect(isIn(await stage.verify(ANN, stage.mails[0]?.text.slice(0, 6) ?? null))).toBe(true);
  });

  test('mail a code that works when delivered again, and do not count again', async () => {
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

  test('mail nothing after more than ten minutes', async () => {
    stage = loginStage();
    await stage.call('GET', `/api/login/getVerificationCode/${ANN}`);
    stage.clock.now += 600_000;
    await stage.workOff();
    expect(stage.mails).toEqual([]);
  });
});
