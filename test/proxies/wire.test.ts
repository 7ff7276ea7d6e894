import { describe, expect, test } from 'vitest';
import type { RecordedCall } from '../../functions/recordings/domain/recorded-case.ts';
import { budgetOf } from '../../proxies/captured-body.ts';
import { statementReader } from '../../proxies/sql/statement.ts';
import { callCorrelation } from '../../proxies/wire/call-correlation.ts';
import { frameReader, WireFault } from '../../proxies/wire/frame-reader.ts';
import { callNoter } from '../../proxies/wire/open-call.ts';
import { wireBytes, wireValue } from '../../proxies/wire/wire-value.ts';

/** A header of one byte and a length of four. */
const FRAMING = {
  headerBytes: 5,
  bodyBytes: (header: Buffer) => {
    if (header[0] === 0xff) throw new WireFault('no message');
    return header.readUInt32BE(1);
  },
  maxBodyBytes: 1024 * 1024,
};

const message = (type: number, body: Buffer, length = body.length): Buffer => {
  const header = Buffer.alloc(5, type);
  header.writeUInt32BE(length, 1);
  return Buffer.concat([header, body]);
};

describe('frames', () => {
  const stream = Buffer.concat([
    message(1, Buffer.from('one')),
    message(2, Buffer.alloc(0)),
    message(3, Buffer.alloc(70_000, 'x')),
    message(4, Buffer.alloc(2 * 1024 * 1024)),
    message(5, Buffer.from('five')),
  ]);

  test.for([1, 2, 7, 4_096, 65_536, stream.length])('are the same in chunks of %i bytes', (size) => {
    const read: [number | undefined, number | null][] = [];
    const reader = frameReader(FRAMING, (header, body) => read.push([header[0], body?.length ?? null]));
    // One byte at a time takes long for those that are skipped.
    const part = size < 7 ? Buffer.concat([stream.subarray(0, 70_018), message(5, Buffer.from('five'))]) : stream;
    for (let at = 0; at < part.length; at += size) reader.read(part.subarray(at, at + size));
    expect(read).toEqual([[1, 3], [2, 0], [3, 70_000], ...(size < 7 ? [] : [[4, null]]), [5, 4]]);
    expect(reader.isMidway()).toBe(false);
  });

  test.for<[read: boolean, length: number]>([
    [true, FRAMING.maxBodyBytes],
    [false, FRAMING.maxBodyBytes + 1],
  ])('are read (%s) with %i bytes', ([isRead, length]) => {
    const bodies: (Buffer | null)[] = [];
    const { read } = frameReader(FRAMING, (_, body) => bodies.push(body));
    read(message(1, Buffer.alloc(length)));
    expect(bodies.map((body) => body !== null)).toEqual([isRead]);
  });

  test('use little memory when announced and not sent', () => {
    const before = process.memoryUsage().arrayBuffers;
    const readers = Array.from({ length: 1_000 }, () => frameReader(FRAMING, () => {}));
    for (const { read } of readers) read(message(1, Buffer.from('x'), FRAMING.maxBodyBytes));
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(16 * 1024 * 1024);
    expect(readers.every(({ isMidway }) => isMidway())).toBe(true);
  });

  test('are announced at once with 4 GB, and use no memory', () => {
    const seen: (Buffer | null)[] = [];
    const { read, isMidway } = frameReader(FRAMING, (_, body) => seen.push(body));
    read(message(1, Buffer.alloc(0), 2 ** 32 - 1));
    expect(seen).toEqual([null]);
    expect(isMidway()).toBe(true);
  });

  test('throw when invalid', () => {
    expect(() => frameReader(FRAMING, () => {}).read(message(0xff, Buffer.alloc(1)))).toThrow(WireFault);
  });
});

describe('a statement', () => {
  const comment = (pairs: string) => `/*${pairs}*/`;
  test.for<[text: string, sql: string, traceparent: string | undefined]>([
    [`SELECT 1 ${comment("traceparent='00-ab-cd-01'")}`, 'SELECT 1', '00-ab-cd-01'],
    [`SELECT 1 ${comment("db='pg',traceparent='00-ab-cd-01',x='%20'")};`, 'SELECT 1', '00-ab-cd-01'],
    [`${comment("traceparent='00-ab-cd-01'")} SELECT 1`, 'SELECT 1', '00-ab-cd-01'],
    [`SELECT 1 ${comment("route='%2Fa'")}`, 'SELECT 1', undefined],
    [`SELECT 1 ${comment(' why ')}`, 'SELECT 1 /* why */', undefined],
    [`SELECT '/*' || "a*/"`, `SELECT '/*' || "a*/"`, undefined],
    [`SELECT ${comment('+ hint')} 1`, 'SELECT /*+ hint*/ 1', undefined],
    ['*/', '*/', undefined],
    ['/*', '/*', undefined],
  ])('is split: %s is %s with traceparent %s', ([text, sql, traceparent]) => {
    expect(statementReader()(text)).toMatchObject({ sql, clues: traceparent === undefined ? {} : { traceparent } });
  });

  test('names the replay by an url-encoded tracestate', () => {
    const text = "traceparent='00-ab-cd-01',tracestate='rojo%3D1%2Creplay%3Dabc'";
    const { sql, clues } = statementReader()(`SELECT 1 ${comment(text)}`);
    expect([sql, clues.tracestate]).toEqual(['SELECT 1', 'rojo=1,replay=abc']);
  });

  test('has the operation of normalised statements', () => {
    expect(statementReader()("SELECT * FROM items  WHERE name='x' AND id = $1 -- why").operation).toBe(
      'select * from items where name = ? and id = ?',
    );
  });
});

describe('the request of a call', () => {
  test('is the named one, then that of its transaction, then the only one', () => {
    const asked: unknown[] = [];
    let only: string | undefined = 'only';
    const { of, begin, end } = callCorrelation((clues) => {
      asked.push(clues);
      const traceId = clues.traceparent ?? only;
      return traceId === undefined ? null : { traceId };
    });
    expect(of({ traceparent: 'named' })).toEqual({ traceId: 'named' });
    begin({});
    only = 'another';
    expect(of({})).toEqual({ traceId: 'only' });
    expect(of({ traceparent: 'named' })).toEqual({ traceId: 'named' });
    end();
    expect(of({})).toEqual({ traceId: 'another' });
    only = undefined;
    expect(of({})).toBeNull();
  });

  test('is found in a transaction with its first call that has one', () => {
    let only: string | undefined;
    const { of, begin } = callCorrelation(() => (only === undefined ? null : { traceId: only }));
    begin({});
    expect(of({})).toBeNull();
    only = 'late';
    expect(of({})).toEqual({ traceId: 'late' });
    only = undefined;
    expect(of({})).toEqual({ traceId: 'late' });
  });
});

describe('calls in progress', () => {
  const noterOf = (max: number, budget: number) => {
    const noted: Promise<RecordedCall | null>[] = [];
    const said: string[] = [];
    const held = budgetOf(budget);
    const options = {
      name: 'db',
      maxBodyBytes: max,
      noteCall: (_: unknown, call: RecordedCall | Promise<RecordedCall | null>) => noted.push(Promise.resolve(call)),
      noteStartup: () => {},
      say: (text: string) => said.push(text),
    };
    return { noter: callNoter(options, 'database', held), noted: () => Promise.all(noted), said, held };
  };
  const completed = (response: unknown) => ({ operation: 'select ?', request: {}, response, error: null });

  test.for<[kept: boolean, length: number]>([
    [true, 98],
    [false, 99],
  ])('are kept (%s) with a response of %i characters and two quotes', async ([isKept, length]) => {
    const { noter, noted, said } = noterOf(100, 1_000);
    noter.open(null).complete(completed('x'.repeat(length)));
    expect((await noted()).map((call) => call !== null)).toEqual([isKept]);
    expect(said).toHaveLength(isKept ? 0 : 1);
  });

  test.for<[held: boolean, bytes: number]>([
    [true, 200],
    [false, 201],
  ])('reserve (%s) %i bytes', async ([isHeld, bytes]) => {
    const { noter } = noterOf(100, 1_000);
    expect(noter.open(null).hold(bytes)).toBe(isHeld);
  });

  test('share one budget, and return what they reserved', async () => {
    const { noter, noted } = noterOf(100, 250);
    const first = noter.open(null);
    expect(first.hold(200)).toBe(true);
    const second = noter.open(null);
    expect(second.hold(51)).toBe(false);
    second.complete(completed(1));
    first.complete(completed(1));
    expect((await noted()).map((call) => call !== null)).toEqual([true, false]);
    expect(noter.open(null).hold(200)).toBe(true);
  });
});

describe('a value', () => {
  test.for([Buffer.from('text'), Buffer.from('a\0b'), Buffer.alloc(0), Buffer.from([0xff, 0]), Buffer.from('ü€😀')])(
    'is written and read back: %s',
    (bytes) => {
      expect(wireBytes(JSON.parse(JSON.stringify(wireValue(bytes))))).toEqual(bytes);
    },
  );
});
