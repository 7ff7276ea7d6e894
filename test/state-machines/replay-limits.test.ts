import { readFileSync } from 'node:fs';
import jsonata from 'jsonata';
import { describe, expect, test } from 'vitest';
import { chunkSize } from '../../functions/replay/domain/lanes.ts';

/**
 * Limits of Step Functions: events of an execution, bytes of what a state takes and gives, executions of a Map at once.
 */
const MAX_EVENTS = 25_000;
const MAX_STATE_BYTES = 256 * 1024;
const MAX_CHILDREN = 10_000;

/** Of every Retry of the machine for functions without room. */
const MAX_DELAY_SECONDS = 600;
/** MapIteration and TaskState begun and ended, and a function scheduled, started and succeeded. */
const EVENTS_OF_A_CHUNK = 7;
/** LambdaFunctionScheduled, LambdaFunctionStarted, LambdaFunctionFailed. */
const EVENTS_OF_A_RETRY = 3;
/** A worker hands back after this time and is called again. */
const SECONDS_OF_A_CALL = 9 * 60;

interface Machine {
  TimeoutSeconds: number;
  States: {
    HowManyChunks: { Choices: { Condition: string; Next: string }[] };
    ReplayManyChunks: { Items: string };
  };
}

const { TimeoutSeconds, States }: Machine = JSON.parse(readFileSync('state-machines/replay.asl.json', 'utf8'));

/** With full jitter, a retry waits half of the maximum delay on average. */
const RETRIES = TimeoutSeconds / (MAX_DELAY_SECONDS / 2);

/** What an expression of the machine gives for an input. */
const evaluated = (expression: string, input: object) =>
  jsonata(expression.slice(2, -2).replaceAll('$states', 'states')).evaluate({ states: { input } });

/** Whether a run of so many chunks and workers is within one execution. */
async function isInline(chunks: number, workers: number): Promise<boolean> {
  for (const { Condition, Next } of States.HowManyChunks.Choices)
    if (await evaluated(Condition, { chunks, workers })) return Next === 'ReplayChunks';
  return false;
}

describe('an execution stays below 25,000 events, also if Lambda has no room during the whole time of the machine', () => {
  test('with all chunks that may be within it', async () => {
    const inline = [];
    for (const chunks of [1, 100, 101, 500])
      for (const workers of [1, 10, 11, 40, 200]) if (await isInline(chunks, workers)) inline.push({ chunks, workers });
    expect(inline).toContainEqual({ chunks: 100, workers: 10 });
    for (const { chunks, workers } of inline) {
      const ofRetries = workers * RETRIES * EVENTS_OF_A_RETRY;
      // The first delays of a chunk are shorter: 1, 2, 4 ... 512 s.
      const ofChunks = chunks * (EVENTS_OF_A_CHUNK + Math.log2(MAX_DELAY_SECONDS) * EVENTS_OF_A_RETRY);
      expect(ofRetries + ofChunks).toBeLessThan(MAX_EVENTS);
    }
  });

  test('with one chunk of a Distributed Map', () => {
    const ofCalls = (TimeoutSeconds / SECONDS_OF_A_CALL) * EVENTS_OF_A_CHUNK;
    expect(RETRIES * EVENTS_OF_A_RETRY + ofCalls).toBeLessThan(MAX_EVENTS);
  });
});

test.for([
  [1_000_000, 200],
  [1_000_000, 10],
  [50_000, 200],
] as const)('the chunks of %i cases for %i workers fit into a Distributed Map', async ([requests, workers]) => {
  // A chunk is closed where the next session does not fit: two neighbours have more cases together than one may have.
  const chunks = Math.ceil((2 * requests) / chunkSize(requests, { concurrency: 5 * workers, workers })) + 64;
  expect(await isInline(chunks, workers)).toBe(false);
  const items = await evaluated(States.ReplayManyChunks.Items, { chunks });
  expect(items).toHaveLength(chunks);
  expect(Buffer.byteLength(JSON.stringify(items))).toBeLessThan(MAX_STATE_BYTES / 2);
  expect(chunks).toBeLessThan(MAX_CHILDREN);
  const selected = { tenant: 't'.repeat(64), planId: 'f'.repeat(24), round: 9999, chunks, workers };
  expect(Buffer.byteLength(JSON.stringify(selected))).toBeLessThan(1024);
});
