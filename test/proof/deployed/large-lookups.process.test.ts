import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { logRows } from '../../../cli/log-row-reader.ts';
import { exportOf, iso, recordAt, TRACE } from '../../logs/api/log-stage.ts';
import { json } from '../../support/fakes/recorded-target.ts';
import { ADMIN_KEY } from '../../support/running-service.ts';
import { measured } from '../measured.ts';
import { PROOF_SIZES } from '../proof-sizes.ts';
import { deployedStage, NOT_WALKED, WALKS_WAYS } from './deployed-stage.ts';

/** A megabyte. */
const BODY = 'a line of a log, and another one. '.repeat(30_000);
const { lookupRows } = PROOF_SIZES;
/** Rows that one export may have: it is at most 16 MiB when decompressed. */
const BATCH = 15;

describe.skipIf(!WALKS_WAYS)(`log lookups of the deployed service${NOT_WALKED}`, () => {
  const stage = deployedStage((_, response) => json(response, {}));
  const lookup = (rows: number, headers: Record<string, string> = { 'x-api-key': ADMIN_KEY }) => {
    const query = new URLSearchParams({ trace_id: TRACE, since: iso(0), until: iso(rows) });
    return fetch(`${stage.deployed.url}/api/recorder/logs?${query}`, { headers, redirect: 'manual' });
  };

  /** Bodies by their first word, if they are whole, in the order of the answer. */
  async function numbersIn(answer: Response): Promise<string[]> {
    const numbers: string[] = [];
    for await (const text of logRows(answer.body ?? ReadableStream.from([]))) {
      const { body } = JSON.parse(text);
      numbers.push(body.endsWith(BODY) ? body.slice(0, -BODY.length).trim() : 'torn');
    }
    return numbers;
  }
  const upTo = (rows: number) => Array.from({ length: rows }, (_, n) => String(n));

  test(`bring every row of ${lookupRows} MB, by the stream or beyond 200 MB by an address of S3`, async (context) => {
    for (let first = 0; first < lookupRows; first += BATCH) {
      const numbers = Array.from({ length: Math.min(BATCH, lookupRows - first) }, (_, n) => first + n);
      const sent = await fetch(`${stage.deployed.url}/v1/logs`, {
        method: 'POST',
        headers: { 'x-api-key': ADMIN_KEY, 'content-type': 'application/json', 'content-encoding': 'gzip' },
        body: gzipSync(exportOf(...numbers.map((n) => recordAt(n, `${n} ${BODY}`)))),
      });
      expect([sent.status, await sent.text()]).toEqual([200, '{}']);
    }
    const short = await lookup(5);
    expect(short.status).toBe(200);
    expect(await numbersIn(short)).toEqual(upTo(5));

    const before = performance.now();
    const answer = await lookup(lookupRows);
    measured(context, `lookup of ${lookupRows} MB, to its head`, performance.now() - before, 'ms');
    const address = answer.headers.get('location');
    expect([answer.status, address !== null]).toEqual(lookupRows > 200 ? [307, true] : [200, false]);
    expect(await numbersIn(address === null ? answer : await fetch(address))).toEqual(upTo(lookupRows));
  });

  test('give an address to no caller without a credential', async () => {
    const answer = await lookup(lookupRows, {});
    expect([answer.status, answer.headers.get('location')]).toEqual([401, null]);
  });
});
