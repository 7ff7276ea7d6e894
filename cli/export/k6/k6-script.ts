/** The beginning of a script for k6, before the list of sessions. */
export const scriptStart = (appId: string): string => `/*
Recordings of ${appId.replaceAll('*', '')} for k6. Each session is sent once, with the pauses of the recording.
Start it by: k6 run -e BASE_URL=http://127.0.0.1:8080 with the name of this file.
BASE_URL is the address of the build.
VUS is the number of sessions at the same time. Default: 1.
ITERATIONS is the number of sessions in total. Default: each once.
THINK_TIME is the factor of the recorded pauses. Default: 1.
*/
import { check, sleep } from 'k6';
import { SharedArray } from 'k6/data';
import encoding from 'k6/encoding';
import exec from 'k6/execution';
import http from 'k6/http';

const SESSIONS = new SharedArray('sessions', () => [`;

/** The rest of the script; `variables` hold the credentials, which the script does not. */
export const scriptEnd = (variables: readonly string[]): string => `
]);

// Credentials are not part of this file. A header whose variable is not set is not sent.
const VARIABLES = ${JSON.stringify(variables)};
const BASE_URL = (__ENV.BASE_URL || 'http://127.0.0.1:8080').replace(/\\/+$/, '');
const THINK_TIME = Number(__ENV.THINK_TIME || '1');
const PLACEHOLDER = /__(REPLAY_[A-Z0-9_]+?)__/g;

export const options = {
  scenarios: {
    recordings: {
      executor: 'shared-iterations',
      vus: Number(__ENV.VUS || '1'),
      iterations: Number(__ENV.ITERATIONS || String(SESSIONS.length)),
      maxDuration: __ENV.MAX_DURATION || '1h',
    },
  },
};

export function setup() {
  for (const name of VARIABLES) if (!__ENV[name]) console.warn('not set: ' + name);
}

const filled = (text, encode) => text.replace(PLACEHOLDER, (_, name) => encode(__ENV[name] || ''));
const isFilled = (text) => (text.match(PLACEHOLDER) || []).every((one) => __ENV[one.slice(2, -2)]);
const inJson = (value) => JSON.stringify(value).slice(1, -1);
const asItIs = (value) => value;

function headersOf(pairs) {
  const headers = {};
  for (const [name, value] of pairs) {
    if (!isFilled(value)) continue;
    const text = filled(value, asItIs);
    headers[name] = headers[name] === undefined ? text : headers[name] + ', ' + text;
  }
  return headers;
}

function bodyOf({ body, encoded, type }) {
  if (body === null) return null;
  if (encoded) return encoding.b64decode(body, 'std');
  return filled(body, type === 'json' ? inJson : type === 'form' ? encodeURIComponent : asItIs);
}

export default function () {
  const session = SESSIONS[exec.scenario.iterationInTest % SESSIONS.length];
  for (const request of session) {
    if (request.wait * THINK_TIME > 0) sleep(request.wait * THINK_TIME);
    const url = BASE_URL + filled(request.path, encodeURIComponent);
    const response = http.request(request.method, url, bodyOf(request), {
      headers: headersOf(request.headers),
      redirects: 0,
      tags: { name: request.name },
    });
    if (request.status !== null)
      check(response, { [request.name + ' answers ' + request.status]: ({ status }) => status === request.status });
  }
}
`;
