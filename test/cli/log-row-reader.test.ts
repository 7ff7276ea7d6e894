import { describe, expect, test } from 'vitest';
import { type LogShell, logRows } from '../../cli/log-row-reader.ts';

async function* inPieces(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function read(text: string, size: number): Promise<{ rows: unknown[]; shell: LogShell }> {
  const reading = logRows(inPieces(text, size));
  const rows: unknown[] = [];
  for (let next = await reading.next(); ; next = await reading.next()) {
    if (next.done) return { rows, shell: next.value };
    rows.push(JSON.parse(next.value));
  }
}

const ROWS = [
  { timestamp: '2026-11-20T10:00:00.000Z', body: 'plain' },
  { timestamp: '2026-11-20T10:00:00.001Z', body: '{"a":[1,{"b":"]}"}]} \\" 好 \\' },
  { timestamp: '2026-11-20T10:00:00.002Z', body: '', nested: { deep: [[{}]] } },
];
const answer = (rows: unknown[]) =>
  JSON.stringify({ lookup: { type: 'trace', value: '[{"' }, rows, warnings: ['a "row", [skipped]'] });

describe('the reader of a log answer (spec 2.8)', () => {
  test.for([1, 2, 3, 7, 64, 100_000])(
    'returns each row of an answer that arrives in pieces of %i bytes',
    async (size) => {
      const { rows, shell } = await read(answer(ROWS), size);
      expect(rows).toEqual(ROWS);
      expect(shell).toEqual({ lookup: { type: 'trace', value: '[{"' }, rows: [], warnings: ['a "row", [skipped]'] });
    },
  );

  test.for([0, 1])('returns %i rows', async (count) => {
    expect((await read(answer(ROWS.slice(0, count)), 5)).rows).toEqual(ROWS.slice(0, count));
  });

  test('returns no rows of a failure, and its reason', async () => {
    const refused = { responseStatusType: { responseCode: 1, responseDesc: 'log pipeline is disabled' } };
    expect(await read(JSON.stringify(refused), 4)).toEqual({ rows: [], shell: refused });
  });

  test.for([10, 60, 120, 250])('refuses an answer that is cut by %i bytes', async (length) => {
    const text = answer(ROWS);
    await expect(read(text.slice(0, text.length - length), 16)).rejects.toMatchObject({ code: 'CUT' });
  });
});
