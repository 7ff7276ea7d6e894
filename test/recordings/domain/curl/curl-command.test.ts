import { describe, expect, test } from 'vitest';
import { curlCommand, MAX_COMMAND_BODY_BYTES } from '../../../../functions/recordings/domain/curl/curl-command.ts';
import type { RecordedRequest } from '../../../../functions/recordings/domain/recorded-case.ts';

const request = (change: Partial<RecordedRequest> = {}): RecordedRequest => ({
  method: 'GET',
  path: '/orders?x=1',
  headers: [['host', 'shop.example']],
  body: null,
  bodyEncoding: 'utf8',
  ...change,
});

describe('a recorded request as a command', () => {
  test('is written line by line', () => {
    const { command } = curlCommand(
      request({
        method: 'POST',
        headers: [
          ['Host', 'shop.example'],
          ['Accept-Encoding', 'gzip'],
          ['Content-Length', '7'],
          ['Content-Type', 'application/json'],
          ['x-empty', ''],
        ],
        body: '{"a":1}',
      }),
    );
    expect(command.split(' \\\n  ')).toEqual([
      'curl --globoff --path-as-is --compressed',
      "--request 'POST'",
      `"\${TARGET:-https://shop.example}"'/orders?x=1'`,
      "--header 'Content-Type: application/json'",
      "--header 'x-empty;'",
      `--data-raw '{"a":1}'`,
    ]);
  });

  test.for<[string, [string, string][], string]>([
    ['a public host', [['host', 'shop.example']], '-https://shop.example'],
    ['this machine', [['host', '127.0.0.1:3000']], '-http://127.0.0.1:3000'],
    [
      'a proxy that says the scheme',
      [
        ['host', 'shop.internal'],
        ['x-forwarded-proto', 'http'],
      ],
      '-http://shop.internal',
    ],
    ['HTTP/2', [[':authority', 'shop.example']], '-https://shop.example'],
    ['an invalid host', [['host', 'x"; rm -rf /']], '?set it to the address of the application'],
    ['no host', [], '?set it to the address of the application'],
  ])('has the recorded address: %s', ([, headers, address]) => {
    expect(curlCommand(request({ headers })).command).toContain(`"\${TARGET:${address}}"`);
  });

  test('has no credentials of headers, path and body', () => {
    const made = curlCommand(
      request({
        path: '/login?access_token=s3cret1',
        headers: [
          ['authorization', 'Bearer s3cret2'],
          ['cookie', 'sid=s3cret3'],
          ['x-next', 'https://u:s3cret4@shop.example'],
        ],
        body: '{"password":"s3cret5"}',
      }),
    );
    expect(made.command).not.toContain('s3cret');
    expect(made.command).toContain(`--header 'authorization: '"$AUTHORIZATION"`);
    expect(made).toMatchObject({ variables: ['AUTHORIZATION', 'COOKIE', 'X_NEXT'], isCut: true });
  });

  test('shows of a sealed value only that it is sealed', () => {
    const sealed = `sealed.v1.${'A'.repeat(60)}.`;
    const made = curlCommand(request({ path: `/x?code=${sealed}`, headers: [['x-code', sealed]] }));
    expect(made.command).not.toContain('sealed.v1');
    expect(made).toMatchObject({ variables: ['X_CODE'], isCut: true });
  });

  test('is complete if the request has nothing to hide', () => {
    expect(curlCommand(request())).toMatchObject({ variables: [], isCut: false, omitted: [], needsFile: false });
  });

  test('has a large body in a file', () => {
    const of = (bytes: number) => curlCommand(request({ method: 'PUT', body: 'x'.repeat(bytes) }));
    expect(of(MAX_COMMAND_BODY_BYTES)).toMatchObject({ needsFile: false });
    const large = of(MAX_COMMAND_BODY_BYTES + 1);
    expect(large.needsFile).toBe(true);
    expect(large.command).toContain('--data-binary @request-body');
  });

  test('leaves out a header that a page cannot show', () => {
    expect(curlCommand(request({ headers: [['x-a', 'b\u202ec']] })).omitted).toEqual(['x-a']);
  });
});
