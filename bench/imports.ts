import { once } from 'node:events';
import { createReadStream, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { importBatches } from '../cli/import/import-batches.ts';
import { importCases } from '../functions/recordings/domain/importers/import-cases.ts';
import { HOSTILE_GOREPLAY } from '../test/support/hostile-imports.ts';
import { writeRecording } from '../test/support/large-imports.ts';
import { figure } from './support/figure.ts';
import { runBench } from './support/run-bench.ts';

const MB = 1_000_000;
const SIZES = [1, 8, 64] as const;
const ROUNDS = 5;

/**
 * `npm run bench:imports`: reads recordings of three sizes as `replay import` does and as the service does, beside
 * JSON.parse of the same HAR and a plain reader of lines. All in one process, each the quickest of five rounds.
 */
await runBench(
  'reading recordings, ms per MB',
  async (running) => {
    const folder = mkdtempSync(join(tmpdir(), 'bench-imports-'));
    running.defer(() => rmSync(folder, { recursive: true }));
    const figures = [];
    for (const size of SIZES) {
      for (const format of ['har', 'goreplay'] as const) {
        const file = join(folder, `${size}.${format}`);
        await writeRecording(file, format, size * MB);
        const parts = await quickest(size, () => readParts(file, format));
        const cases = await quickest(size, () => readCases(file, format));
        const lines = await quickest(size, () => readLines(file));
        figures.push(figure(`${size} MB ${format}, in parts`, parts, 'ms/MB'));
        figures.push(figure(`${size} MB ${format}, to cases`, cases, 'ms/MB'));
        figures.push(figure(`${size} MB ${format}, lines`, lines, 'ms/MB'));
        figures.push(figure('  parts beside lines', parts / lines, 'x'));
        if (format === 'goreplay') continue;
        const json = await quickest(size, async () => void JSON.parse(readFileSync(file, 'utf8')));
        figures.push(figure(`${size} MB ${format}, JSON.parse`, json, 'ms/MB'));
        figures.push(figure('  parts beside JSON.parse', parts / json, 'x'));
        figures.push(figure('  cases beside JSON.parse', cases / json, 'x'));
      }
    }
    for (const size of [1, 8]) {
      const bytes = Buffer.from(HOSTILE_GOREPLAY['chunks of one byte']?.(size * MB) ?? '');
      figures.push(
        figure(`${size} MB in chunks of one byte`, await quickest(size, () => toCases(bytes, 'goreplay')), 'ms/MB'),
      );
    }
    return figures;
  },
  { timeoutMs: 600_000 },
);

/** ms per MB. */
async function quickest(size: number, work: () => Promise<void>): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    const started = performance.now();
    await work();
    best = Math.min(best, performance.now() - started);
  }
  return best / size;
}

async function readParts(file: string, format: string): Promise<void> {
  for await (const { kind } of importBatches(file, { format, stdin: process.stdin }))
    if (kind !== 'part') throw new Error(`${kind} in a recording`);
}

/** The cases of every part, as the service reads them. */
async function readCases(file: string, format: string): Promise<void> {
  for await (const batch of importBatches(file, { format, stdin: process.stdin }))
    if (batch.kind === 'part') await toCases(batch.body, format);
}

async function toCases(bytes: Uint8Array, format: string): Promise<void> {
  const options = { appId: 'shop', now: Date.now(), recordedAt: 'shifted', nextTurn: async () => {} } as const;
  const cases = await importCases(bytes, { format, ...options });
  if (!cases.ok) throw new Error(cases.message);
}

async function readLines(file: string): Promise<void> {
  const lines = createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY });
  lines.on('line', () => {});
  await once(lines, 'close');
}
