import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { curlCommand } from '../../../../functions/recordings/domain/curl/curl-command.ts';
import type { RecordedRequest } from '../../../../functions/recordings/domain/recorded-case.ts';

/** What a shell hands to curl, and what curl reads. */
function ran(request: RecordedRequest, env: Record<string, string> = {}) {
  const { command } = curlCommand(request);
  const script = `curl() { printf '%s\\0' "$@"; printf 'END\\0'; cat; }\n${command}`;
  const out = execFileSync('sh', ['-c', script], { env: { PATH: process.env.PATH, ...env }, input: '' });
  const end = out.indexOf('END\0');
  return { args: out.subarray(0, end).toString().split('\0').slice(0, -1), input: out.subarray(end + 4) };
}

const HOSTILE = `'; touch /tmp/x; $(id) \`id\` "$HOME" \\ !! *\n#`;

test('curlCommand passes a recorded request through a shell unchanged, and runs nothing of it', () => {
  const { args } = ran({
    method: 'POST',
    path: `/a'$(id)"\`id\`[1-9]{a,b} ü`,
    headers: [
      ['host', 'shop.example'],
      ['x-note', `it's "$HOME" $(id)`],
    ],
    body: HOSTILE,
    bodyEncoding: 'utf8',
  });
  expect(args).toEqual([
    '--globoff',
    '--path-as-is',
    '--request',
    'POST',
    `https://shop.example/a'$(id)"\`id\`[1-9]{a,b}%20%C3%BC`,
    '--header',
    `x-note: it's "$HOME" $(id)`,
    '--header',
    'content-type:',
    '--data-raw',
    HOSTILE,
  ]);
});

test('curlCommand reads credentials and the address from the environment', () => {
  const env = { TARGET: 'http://127.0.0.1:1', AUTHORIZATION: 'Bearer $(id) mine' };
  const { args } = ran(
    { method: 'HEAD', path: '/', headers: [['authorization', 'Bearer theirs']], body: null, bodyEncoding: 'utf8' },
    env,
  );
  expect(args.slice(2)).toEqual(['--head', 'http://127.0.0.1:1/', '--header', 'authorization: Bearer $(id) mine']);
});

test.for<[string, string, 'utf8' | 'base64']>([
  ['bytes', Buffer.from([0, 255, 10, 13]).toString('base64'), 'base64'],
  ['line ends that a page does not keep', 'a\r\nb', 'utf8'],
  ['characters that a page does not show', 'a\u202eb', 'utf8'],
])('curlCommand pipes a body of %s', ([, body, bodyEncoding]) => {
  const { args, input } = ran({ method: 'PUT', path: '/', headers: [['host', 'shop.example']], body, bodyEncoding });
  expect(args.slice(-2)).toEqual(['--data-binary', '@-']);
  expect(input.equals(Buffer.from(body, bodyEncoding))).toBe(true);
});
