import { gzipSync } from 'node:zlib';

/** Credentials in recordings, answers and settings, as they were planted. */
export const planted: string[] = [];
/** A value of a credential that only users with write access may see. */
function canary(): string {
  planted.push(`canary${planted.length}x90210`);
  return planted.at(-1) ?? '';
}
const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString();
type Pair = [string, string];
const JSON_TYPE: Pair = ['content-type', 'application/json'];

/** Answers by path: the same places, with other values, in the recording and from the target. */
const answers = (): Record<string, { headers: Pair[]; body: string }> => ({
  '/json': {
    headers: [
      JSON_TYPE,
      ['set-cookie', `sid=${canary()}; Path=/`],
      ['x-auth-token', canary()],
      ['location', `/next?token=${canary()}`],
    ],
    body: JSON.stringify({
      id: 1,
      access_token: canary(),
      user: { name: 'ann', credentials: { key: canary(), list: [canary()] } },
      text: JSON.stringify({ refreshToken: canary(), url: `https://a.test/?api_key=${canary()}` }),
    }),
  },
  '/form': {
    headers: [['content-type', 'application/x-www-form-urlencoded']],
    body: form({ user: 'ann', client_secret: canary(), id_token: canary() }),
  },
  '/xml': {
    headers: [['content-type', 'application/xml']],
    body: `<a id="1"><Password>${canary()}</Password><user secret="${canary()}"/></a>`,
  },
  '/html': {
    headers: [['content-type', 'text/html']],
    body: `<p>x</p><input name="csrf_token" value="${canary()}"><a href="/?access_token=${canary()}">y</a>`,
  },
  '/text': {
    headers: [['content-type', 'text/plain']],
    body: `user: ann\npassword: ${canary()}\nAuthorization: Bearer ${canary()}\n`,
  },
});

const RECORDED = answers();
/** What the target answers, by path. */
export const REPLAYED = answers();
/** Recordings with a credential in each place. */
export const cases = Object.entries(RECORDED).map(([path, { headers, body }], index) => ({
  appId: 'shop',
  caseId: `case-${index}`,
  recordedAt: new Date().toISOString(),
  request: {
    method: 'POST',
    path: `${path}?session_token=${canary()}`,
    headers: [JSON_TYPE, ['authorization', `Basic ${canary()}`], ['cookie', `a=${canary()}`]],
    body: JSON.stringify({ user: 'ann', password: canary() }),
  },
  response: { status: 200, headers, body },
  calls:
    index > 0
      ? []
      : [
          {
            kind: 'http',
            target: `https://app:${canary()}@inventory.test`,
            operation: 'GET /stock',
            request: { headers: { Authorization: canary() }, body: { apiKey: canary() } },
            response: { headers: [['set-cookie', canary()]], body: JSON.stringify({ secret: canary() }) },
          },
          {
            kind: 'database',
            target: 'db',
            operation: `select 1 where password = '${canary()}'`,
            request: null,
            response: [{ jwt: canary() }],
          },
        ],
}));
/** The one that only bytes under a content-encoding hold. */
export const zipped = canary();
/** A recording whose request is compressed. */
export const encoded = {
  appId: 'shop',
  caseId: 'case-encoded',
  request: {
    method: 'POST',
    path: '/encoded',
    headers: [JSON_TYPE, ['content-encoding', 'gzip']],
    body: gzipSync(JSON.stringify({ password: zipped })).toString('base64'),
    bodyEncoding: 'base64',
  },
};
/** The value of a header that replays set. */
export const SET = canary();
