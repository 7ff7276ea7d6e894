import { expect, vi } from 'vitest';
import { openFakeModel } from '../../support/fakes/fake-model.ts';
import { openFakeReceivers } from '../../support/fakes/fake-receivers.ts';
import { json, openTarget, recordedGet } from '../../support/fakes/recorded-target.ts';
import { freePort } from '../../support/free-port.ts';
import { PATIENCE } from '../../support/patience.ts';
import { call, completed, startProcess, temporaryDataDir } from '../../support/running-service.ts';
import { mailedCode } from '../../support/stages/console-stage.ts';
import { CHANNELS, LOGIN, OWN, RECORDED, REPLAYED, SETTINGS } from './planted-credentials.ts';

const recordedAnswer = (body: unknown, headers: string[][] = []) => ({
  status: 200,
  headers: [['content-type', 'application/json'], ...headers],
  body: typeof body === 'string' ? body : JSON.stringify(body),
  bodyEncoding: 'utf8',
});
const JSON_ANSWER = {
  access_token: RECORDED.accessToken,
  id_token: RECORDED.idToken,
  session: { sessionId: RECORDED.sessionId, privateKey: RECORDED.privateKey, price: 1 },
};

/** Recordings that carry every recorded credential. */
const CASES = [
  recordedGet('shop', `/json?access_token=${RECORDED.queryToken}&api_key=${RECORDED.queryKey}`, null, {
    caseId: 'case-json',
    operation: '/json',
    request: {
      method: 'POST',
      path: `/json?access_token=${RECORDED.queryToken}&api_key=${RECORDED.queryKey}`,
      headers: [
        ['content-type', 'application/json'],
        ['authorization', `Bearer ${RECORDED.authorization}`],
        ['proxy-authorization', `Basic ${RECORDED.proxy}`],
        ['cookie', `sid=${RECORDED.cookie}; remember=${RECORDED.secondCookie}`],
        ['x-api-key', RECORDED.apiKey],
        ['x-csrf-token', RECORDED.csrfHeader],
        ['x-amz-security-token', RECORDED.securityToken],
      ],
      body: JSON.stringify({
        user: 'ada',
        password: RECORDED.password,
        client_secret: RECORDED.clientSecret,
        deep: [{ refreshToken: RECORDED.refreshToken, config: { secret: RECORDED.nestedSecret } }],
        text: JSON.stringify({ password: RECORDED.jsonInJson }),
      }),
      bodyEncoding: 'utf8',
    },
    response: recordedAnswer(JSON_ANSWER, [
      ['set-cookie', `sid=${RECORDED.setCookie}; Path=/; HttpOnly`],
      ['x-auth-token', RECORDED.authToken],
    ]),
    calls: [
      {
        kind: 'http',
        target: 'accounts',
        operation: 'POST /token',
        request: { password: RECORDED.callPassword },
        response: { token: RECORDED.callToken },
        error: null,
        durationMs: 3,
      },
    ],
  }),
  recordedGet('shop', '/form', null, {
    caseId: 'case-form',
    operation: '/form',
    request: {
      method: 'POST',
      path: '/form',
      headers: [
        ['content-type', 'application/x-www-form-urlencoded'],
        ['authorization', `Basic ${RECORDED.basic}`],
      ],
      body: `user=ada&password=${RECORDED.formPassword}&token=${RECORDED.formToken}`,
      bodyEncoding: 'utf8',
    },
    response: recordedAnswer({ price: 1 }),
  }),
  recordedGet('shop', '/named', null, {
    caseId: 'case-named',
    operation: '/named',
    request: {
      method: 'POST',
      path: `/named/reset-password/${RECORDED.reset}/${RECORDED.bearer}?code=${RECORDED.codeOfQuery}`,
      headers: [
        ['content-type', 'application/json'],
        ['ocp-apim-subscription-key', RECORDED.subscription],
        ['x-functions-key', RECORDED.functions],
        ['dpop', RECORDED.dpop],
        // Under another name.
        ['x-note', `again ${RECORDED.functions}`],
      ],
      body: JSON.stringify({
        bearer: RECORDED.bearer,
        note: RECORDED.bearer,
        grant_type: 'authorization_code',
        code: RECORDED.codeOfClient,
        query: `mutation { login(user: "ada", password: "${RECORDED.graphql}") { id } }`,
        sql: [
          `INSERT INTO users (name, password) VALUES ('ada', '${RECORDED.sqlInsert}')`,
          `SELECT 1 FROM users WHERE token IN ('none', '${RECORDED.sqlList}')`,
          `ALTER USER ada IDENTIFIED BY "${RECORDED.sqlDouble}"`,
          `ALTER ROLE ada PASSWORD $$${RECORDED.sqlDollars}$$`,
        ],
      }),
      bodyEncoding: 'utf8',
    },
    response: recordedAnswer({ price: 1, echo: RECORDED.bearer }),
  }),
  recordedGet('shop', '/xml', null, {
    caseId: 'case-xml',
    operation: '/xml',
    response: {
      ...recordedAnswer(
        `<a secret="${RECORDED.xmlAttribute}"><password>${RECORDED.xmlPassword}</password><price>1</price></a>`,
      ),
      headers: [['content-type', 'application/xml']],
    },
  }),
];

/** A service that has recorded, replayed, analysed and notified with every planted credential. */
export async function credentialStage() {
  const { dataDir, remove } = temporaryDataDir();
  const receivers = await openFakeReceivers();
  const model = await openFakeModel({
    apiKey: OWN.modelKey,
    turns: () => ({ answer: { summary: 'unknown', clusters: [], codeChanges: [] } }),
  });
  const target = await openTarget(({ url }, response) => {
    response.setHeader('set-cookie', `sid=${REPLAYED.setCookie}`);
    if (url.startsWith('/xml')) {
      response.setHeader('content-type', 'application/xml');
      return void response.end(`<a><password>${REPLAYED.xmlPassword}</password><price>2</price></a>`);
    }
    json(response, {
      access_token: REPLAYED.accessToken,
      client_secret: REPLAYED.clientSecret,
      session: { password: REPLAYED.nestedPassword, price: 2 },
    });
  });
  const service = await startProcess({
    dataDir,
    port: await freePort(),
    env: {
      SVC_LOG_LEVEL: 'DEBUG',
      SVC_GUEST_LOGIN: 'on',
      SVC_AI_MODEL: 'fake',
      SVC_AI_BASE_URL: model.baseUrl,
      SVC_AI_API_KEY: OWN.modelKey,
      SVC_NOISE_REDUCTION: 'ai',
      SVC_OAUTH_GITHUB_ID: 'github-id',
      SVC_OAUTH_GITHUB_SECRET: OWN.githubSecret,
      SVC_OAUTH_GOOGLE_ID: 'google-id',
      SVC_OAUTH_GOOGLE_SECRET: OWN.googleSecret,
    },
  });
  const ask = async (method: string, path: string, body?: unknown) => {
    const answer = await call(service.url, method, path, body);
    expect(answer.status, `${method} ${path}`).toBeLessThan(300);
    return answer.body;
  };

  const { id: channelId } = await ask('POST', '/openapi/v1/notification-channels', {
    type: 'webhook',
    name: 'hook',
    url: receivers.webhook(CHANNELS.hookUrl),
    secret: CHANNELS.hookSecret,
  });
  for (const channel of [
    {
      type: 'alpha_bot',
      url: receivers.alphaBot(CHANNELS.alphaUrl, CHANNELS.alphaSecret),
      secret: CHANNELS.alphaSecret,
    },
    { type: 'beta_bot', url: receivers.betaBot(CHANNELS.betaUrl, CHANNELS.betaSecret), secret: CHANNELS.betaSecret },
    { type: 'webhook', url: `http://127.0.0.1:9/${CHANNELS.deadUrl}`, secret: CHANNELS.deadSecret },
  ])
    expect((await ask('POST', '/openapi/v1/notification-channels', channel)).errorCode).toBeNull();
  await ask('POST', '/api/recorder/cases', CASES);
  await ask('PUT', '/api/apps/shop/settings', {
    replay: { headers: { set: SETTINGS } },
    login: {
      request: {
        path: `/login?key=${LOGIN.query}`,
        headers: { 'x-login': LOGIN.header },
        body: JSON.stringify({ password: LOGIN.password }),
      },
      token: { path: '$.access_token' },
      place: { header: 'x-session', always: true },
    },
  });
  const { ruleId } = await ask('POST', '/api/apps/shop/compare-rules', { kind: 'ignore', path: '$.unused' });
  const { body: key } = await ask('POST', '/api/api-keys', { name: 'viewer', scopes: ['read'] });
  const { body: guest } = await ask('POST', '/api/login/loginAsGuest', {});
  await ask('GET', '/api/login/getVerificationCode/ada@shop.test');
  const verifyCode = await vi.waitFor(
    () => mailedCode(dataDir, 'ada@shop.test') ?? Promise.reject(new Error('no mail')),
    PATIENCE,
  );
  const { body: login } = await ask('POST', '/api/login/verify', { userName: 'ada@shop.test', verifyCode });
  const { planId } = await ask('POST', '/openapi/v1/replay-triggers', { appId: 'shop', targetEnv: target.url });
  const run = await completed(service.url, planId);
  expect(run.failedCases).toBe(CASES.length);
  await vi.waitFor(async () => {
    const { analysis } = await ask('GET', `/openapi/v1/replay-runs/${planId}`);
    expect(analysis?.state).not.toBe('RUNNING');
    expect(receivers.received.filter(({ body }) => body.includes(planId)).length).toBeGreaterThanOrEqual(3);
  }, PATIENCE);

  return {
    service,
    receivers,
    model,
    target,
    dataDir,
    /** Callers who may read and not write. */
    readers: {
      guest: { 'access-token': String(guest.accessToken), 'x-api-key': '' },
      viewer: { 'x-api-key': String(key.key) },
    },
    /** Credentials that the service made. */
    made: [String(key.key), String(guest.accessToken), String(login.accessToken), String(login.refreshToken)],
    ids: {
      appId: 'shop',
      planId,
      planItemId: `${planId}:0`,
      item: '0',
      caseId: 'case-json',
      ruleId,
      channelId,
      keyId: String(key.id),
      operation: '/json',
    } as Readonly<Record<string, string>>,
    async close() {
      await service.stop();
      await Promise.all([target.close(), receivers.close(), model.close()]);
      remove();
    },
  };
}
