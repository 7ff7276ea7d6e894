import { describe, expect, test } from 'vitest';
import { budgetOf } from '../../proxies/captured-body.ts';
import { commandKind, commandOf } from '../../proxies/redis/command.ts';
import { connectionRecorder } from '../../proxies/redis/record-connection.ts';
import { jsonOf, respBytes } from '../../proxies/redis/resp-json.ts';
import { MAX_DEPTH, MAX_LINE_BYTES, type Resp, respReader } from '../../proxies/redis/resp-reader.ts';
import { callCorrelation } from '../../proxies/wire/call-correlation.ts';
import { callNoter } from '../../proxies/wire/open-call.ts';
import { MAX_PENDING_COMMANDS } from '../../proxies/wire/wire-limits.ts';

/** Reads all values of a text. */
function valuesOf(text: string | Buffer, options: Partial<Parameters<typeof respReader>[0]> = {}): (Resp | null)[] {
  const values: (Resp | null)[] = [];
  respReader({ maxBytes: 1_000_000, ...options }, (value) => values.push(value)).read(Buffer.from(text));
  return values;
}

const REPLIES: readonly (readonly [json: unknown, resp3: string, resp2?: string])[] = [
  ['OK', '+OK\r\n'],
  [{ bulk: 'OK' }, '$2\r\nOK\r\n'],
  [{ simple: 'string' }, '+string\r\n'],
  ['', '$0\r\n\r\n'],
  ['a\r\nb', '$4\r\na\r\nb\r\n'],
  [7, ':7\r\n'],
  [-1, ':-1\r\n'],
  [{ integer: '9223372036854775807' }, ':9223372036854775807\r\n'],
  [null, '_\r\n', '$-1\r\n'],
  [[], '*0\r\n'],
  [[1, [null, 'x']], '*2\r\n:1\r\n*2\r\n_\r\n$1\r\nx\r\n', '*2\r\n:1\r\n*2\r\n$-1\r\n$1\r\nx\r\n'],
  [{ map: [['a', 1]] }, '%1\r\n$1\r\na\r\n:1\r\n', '*2\r\n$1\r\na\r\n:1\r\n'],
  [{ map: [] }, '%0\r\n', '*0\r\n'],
  [{ set: ['a'] }, '~1\r\n$1\r\na\r\n', '*1\r\n$1\r\na\r\n'],
  [true, '#t\r\n', ':1\r\n'],
  [false, '#f\r\n', ':0\r\n'],
  [{ double: '1.50' }, ',1.50\r\n', '$4\r\n1.50\r\n'],
  [
    { big: '123456789012345678901234567890' },
    '(123456789012345678901234567890\r\n',
    '$30\r\n123456789012345678901234567890\r\n',
  ],
  [{ verbatim: 'txt:hi' }, '=6\r\ntxt:hi\r\n', '$2\r\nhi\r\n'],
  [{ bulkError: 'ERR no' }, '!6\r\nERR no\r\n', '-ERR no\r\n'],
  [[{ error: 'ERR in a transaction' }], '*1\r\n-ERR in a transaction\r\n'],
];

describe('a reply', () => {
  test.for(REPLIES)('is written as JSON and back: %j', ([json, resp3, resp2 = resp3]) => {
    const [value] = valuesOf(resp3);
    expect(value && jsonOf(value)).toEqual(json);
    expect(respBytes(JSON.parse(JSON.stringify(json)), 3).toString()).toBe(resp3);
    expect(respBytes(json, 2).toString()).toBe(resp2);
  });

  test('is kept as bytes', () => {
    const bytes = Buffer.from([0xff, 0, 13, 10]);
    const wire = Buffer.concat([Buffer.from('$4\r\n'), bytes, Buffer.from('\r\n')]);
    const [value] = valuesOf(wire);
    expect(value && jsonOf(value)).toEqual({ base64: bytes.toString('base64') });
    expect(respBytes({ base64: bytes.toString('base64') }, 2)).toEqual(wire);
  });

  test('is null again in the form of an array', () => {
    const [value] = valuesOf('*-1\r\n');
    expect(value && jsonOf(value)).toEqual({ array: null });
    expect(respBytes({ array: null }, 2).toString()).toBe('*-1\r\n');
  });

  test('may be an object of another recorder', () => {
    expect(respBytes({ a: 1, b: 'x' }, 2).toString()).toBe('*4\r\n$1\r\na\r\n:1\r\n$1\r\nb\r\n$1\r\nx\r\n');
  });

  test('is read without its attribute', () => {
    expect(valuesOf('|1\r\n+ttl\r\n:9\r\n+OK\r\n:1\r\n')).toEqual([
      { type: 'simple', text: 'OK' },
      { type: 'integer', text: '1' },
    ]);
  });

  test('is read the same in chunks of any size', () => {
    const stream = Buffer.from(REPLIES.map(([, resp3]) => resp3).join(''));
    const whole = valuesOf(stream);
    for (const size of [1, 2, 3, 7]) {
      const values: (Resp | null)[] = [];
      const { read, isMidway } = respReader({ maxBytes: 1_000 }, (value) => values.push(value));
      for (let at = 0; at < stream.length; at += size) read(stream.subarray(at, at + size));
      expect(values).toEqual(whole);
      expect(isMidway()).toBe(false);
    }
  });
});

describe('hostile values', () => {
  test.for<[name: string, text: string]>([
    ['no sign', 'hello\r\n'],
    ['a line without a return', '+OK\n'],
    ['a length that is not a number', '$x\r\n'],
    ['a negative length', '$-2\r\n'],
    ['a length beyond all memory', '*99999999999\r\n'],
    ['a string without its end', '$1\r\nabc'],
    ['a boolean of another letter', '#x\r\n'],
  ])('are refused: %s', ([, text]) => {
    expect(() => valuesOf(text)).toThrow();
  });

  test.for<[read: boolean, depth: number]>([
    [true, MAX_DEPTH],
    [false, MAX_DEPTH + 1],
  ])('are read (%s) at a depth of %i', ([isRead, depth]) => {
    const read = () => valuesOf(`${'*1\r\n'.repeat(depth)}:1\r\n`);
    if (isRead) expect(read()).toHaveLength(1);
    else expect(read).toThrow('too deeply');
  });

  test.for<[read: boolean, length: number]>([
    [true, MAX_LINE_BYTES - 2],
    [false, MAX_LINE_BYTES],
  ])('are read (%s) with a line of %i characters', ([isRead, length]) => {
    const read = () => valuesOf(`+${'x'.repeat(length)}\r\n`);
    if (isRead) expect(read()).toHaveLength(1);
    else expect(read).toThrow('too long');
  });

  test.for<[kept: boolean, length: number]>([
    [true, 977],
    [false, 978],
  ])('are kept (%s) with %i bytes of 1,000', ([isKept, length]) => {
    const values = valuesOf(`$${length}\r\n${'x'.repeat(length)}\r\n+OK\r\n`, { maxBytes: 1_000 });
    expect(values.map((value) => value !== null)).toEqual([isKept, true]);
  });

  test('use no memory beyond the limit for endless elements, and are announced once', () => {
    let announced = 0;
    const { read } = respReader({ maxBytes: 10_000, onTooLarge: () => announced++ }, () => {});
    read(Buffer.from('*2147483647\r\n'));
    const before = process.memoryUsage().heapUsed;
    for (let at = 0; at < 200; at++) read(Buffer.from(':1\r\n'.repeat(5_000)));
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(64 * 1024 * 1024);
    expect(announced).toBe(1);
  });

  test('use no memory when announced and not sent', () => {
    const before = process.memoryUsage().arrayBuffers;
    const readers = Array.from({ length: 1_000 }, () => respReader({ maxBytes: 2 ** 20 }, () => {}));
    for (const { read } of readers) read(Buffer.from('$1000000\r\nx'));
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(16 * 1024 * 1024);
  });
});

describe('a command', () => {
  const kindOf = (text: string) => {
    const [value] = valuesOf(`${text}\r\n`, { takesInline: true });
    const command = value ? commandOf(value) : null;
    return command && commandKind(command);
  };
  test.for<[text: string, kind: string]>([
    ['get a', 'call'],
    ['PING', 'session'],
    ['auth secret', 'session'],
    ['HELLO 3 AUTH a b', 'session'],
    ['client setinfo LIB-NAME x', 'session'],
    ['CLIENT REPLY OFF', 'stream'],
    ['MULTI', 'session'],
    ['EXEC', 'call'],
    ['info', 'startup'],
    ['SUBSCRIBE a', 'subscription'],
    ['MONITOR', 'stream'],
    ['blpop a 0', 'call'],
  ])('has, for %s, the kind %s', ([text, kind]) => {
    expect(kindOf(text)).toBe(kind);
  });

  test.for(['*0\r\n', '*1\r\n:1\r\n', '*1\r\n$-1\r\n', ':1\r\n'])('is refused as invalid: %j', (text) => {
    const [value] = valuesOf(text);
    expect(value && commandOf(value)).toBeNull();
  });
});

test('a connection is recorded up to its limit of pending commands', () => {
  const options = { name: 'cache', maxBodyBytes: 100, noteCall: () => {}, noteStartup: () => {}, say: () => {} };
  const recorder = connectionRecorder(
    callNoter(options, 'cache', budgetOf(1_000)),
    callCorrelation(() => null),
    () => {},
  );
  const [ping = null] = valuesOf('*1\r\n$4\r\nPING\r\n');
  for (let at = 0; at < MAX_PENDING_COMMANDS; at++) recorder.fromClient(ping);
  expect(() => recorder.fromClient(ping)).toThrow('too many commands');
});
