import type { FileHandle } from 'node:fs/promises';
import {
  exchangeFilter,
  type FilterOptions,
  hostFilter,
} from '../../functions/recordings/domain/filter/exchange-filter.ts';
import { hostCounts } from '../../functions/recordings/domain/filter/host-counts.ts';
import { harEntry } from '../../functions/recordings/domain/importers/har.ts';
import { type HarIndex, harScanner } from '../../functions/recordings/domain/importers/har-scanner.ts';
import { sessionSurvey } from '../../functions/recordings/domain/importers/har-sessions.ts';
import { defaultHosts } from '../../functions/recordings/domain/importers/import-cases.ts';
import { TOO_MANY_EXCHANGES } from '../../functions/recordings/domain/importers/import-limits.ts';
import { CliFailure } from '../cli-failure.ts';
import type { FilePlan } from './file-plan.ts';
import { readInto, reusedBuffer } from './file-reader.ts';
import { piecesOf } from './plain-file.ts';
import { MAX_REQUEST_BYTES, PART_BYTES } from './upload-file.ts';

const HEAD = Buffer.from('{"log":{"version":"1.2","entries":[');
const TAIL = Buffer.from(']}}');

/**
 * Finds the entries of a HAR in UTF-8, and reads each once: a file that is broken anywhere is not sent at all. The
 * hosts are counted with the filter that the parts are sent with.
 */
export async function harPlan(handle: FileHandle, filter: FilterOptions): Promise<FilePlan> {
  const scanner = harScanner();
  for await (const piece of piecesOf(handle))
    if (!scanner.push(piece)) throw new CliFailure('UNREADABLE_IMPORT', TOO_MANY_EXCHANGES);
  const index = scanner.end();
  if (index === null) throw broken();
  const { starts, ends } = index;
  const take = reusedBuffer();
  return {
    count: starts.length,
    ...(await surveyOf(handle, index, take, filter)),
    skipped: [],
    // With what separates it from the next one, which goes along.
    bytesOf: (position) => (starts[position + 1] ?? ends[position] ?? 0) - (starts[position] ?? 0),

    async read(from, to) {
      const start = starts[from] ?? 0;
      const length = (ends[to - 1] ?? 0) - start;
      const part = take(HEAD.length + length + TAIL.length);
      HEAD.copy(part);
      await readInto(part.subarray(HEAD.length, HEAD.length + length), handle, start);
      TAIL.copy(part, HEAD.length + length);
      return part;
    },
  };
}

/** The newest exchange, the hosts to take, and the sessions of their exchanges. */
async function surveyOf(
  handle: FileHandle,
  { starts, ends }: HarIndex,
  take: (length: number) => Buffer,
  filter: FilterOptions,
): Promise<Pick<FilePlan, 'newest' | 'hosts' | 'sessions'>> {
  const { ofRequest } = exchangeFilter(filter);
  const counts = hostCounts();
  const survey = sessionSurvey();
  let newest = Number.NEGATIVE_INFINITY;
  for (let from = 0, to = 0; from < starts.length; from = to) {
    const start = starts[from] ?? 0;
    for (to = from + 1; to < starts.length && (ends[to] ?? 0) - start <= PART_BYTES; ) to++;
    if ((ends[from] ?? 0) - start > MAX_REQUEST_BYTES) continue;
    const bytes = take((ends[to - 1] ?? 0) - start);
    await readInto(bytes, handle, start);
    for (let at = from; at < to; at++) {
      const entry = harEntry(bytes.subarray((starts[at] ?? 0) - start, (ends[at] ?? 0) - start));
      if (entry === null) throw broken();
      if (entry.ok) {
        const isEligible = ofRequest(entry.exchange) === null;
        counts.add(entry.exchange.host, isEligible);
        if (isEligible) survey.add(entry.exchange);
      }
      if (entry.ok && entry.recordedAt !== null) newest = Math.max(newest, entry.recordedAt);
    }
  }
  const hosts = filter.hosts ?? defaultHosts('har', counts.inOrder());
  return {
    newest: newest === Number.NEGATIVE_INFINITY ? null : newest,
    hosts,
    sessions: survey.plan(counts.inOrder(), hostFilter(hosts), [starts.length, newest]),
  };
}

const broken = () =>
  new CliFailure(
    'UNREADABLE_IMPORT',
    'the file is not a HAR',
    'Save it again from the network tab, or give another --format.',
  );
