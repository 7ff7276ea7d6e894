import type { FileHandle } from 'node:fs/promises';
import type { FilterOptions } from '../../functions/recordings/domain/filter/exchange-filter.ts';
import { bytesOfPair, goReplayExchanges } from '../../functions/recordings/domain/importers/goreplay.ts';
import type { GoReplayPair } from '../../functions/recordings/domain/importers/goreplay-pairs.ts';
import {
  GOREPLAY_SEPARATOR,
  type GoReplayRecord,
  goReplayScanner,
} from '../../functions/recordings/domain/importers/goreplay-scanner.ts';
import { MAX_EXCHANGES, TOO_MANY_EXCHANGES } from '../../functions/recordings/domain/importers/import-limits.ts';
import { CliFailure } from '../cli-failure.ts';
import type { FilePlan } from './file-plan.ts';
import { readInto, reusedBuffer } from './file-reader.ts';
import { piecesOf } from './plain-file.ts';

/** A header line and a separator; the id of a pair is its position. */
const MAX_FRAME_BYTES = 80;

/** Records that are this close to each other are read at once. */
const MAX_SPAN_BYTES = 16 * 1024 * 1024;

/** Finds the records of a decompressed GoReplay file and pairs them across the whole file. */
export async function goReplayPlan(handle: FileHandle, filter: FilterOptions): Promise<FilePlan> {
  const scanner = goReplayScanner();
  for await (const piece of piecesOf(handle)) if (!scanner.push(piece)) throw unreadable(TOO_MANY_EXCHANGES);
  const index = scanner.end();
  if (index.records.length === 0) throw unreadable('the file contains no GoReplay record');
  const { pairs, skipped } = goReplayExchanges(index);
  if (pairs.length + skipped.length > MAX_EXCHANGES) throw unreadable(TOO_MANY_EXCHANGES);
  const takeSpan = reusedBuffer();
  const takePart = reusedBuffer();
  const newest = pairs.at(-1)?.request.at;
  return {
    count: pairs.length,
    newest: newest === undefined ? null : Number(newest / NS_PER_MS),
    hosts: filter.hosts ?? ['*'],
    sessions: null,
    skipped,
    bytesOf: (position) => bytesOf(pairs[position]),

    async read(from, to) {
      const chosen = pairs.slice(from, to);
      const copyTo = await payloadReader(handle, chosen, takeSpan);
      const part = takePart(chosen.reduce((sum, one) => sum + bytesOf(one), 0));
      let at = 0;
      for (const [position, pair] of chosen.entries())
        for (const record of pair.response ? [pair.request, pair.response] : [pair.request]) {
          at += part.write(headerOf(record, from + position), at, 'latin1');
          at += await copyTo(part, at, record);
          at += GOREPLAY_SEPARATOR.copy(part, at);
        }
      return part.subarray(0, at);
    },
  };
}

/** Bytes of an exchange in a part, at most. */
const bytesOf = (pair: GoReplayPair | undefined) => bytesOfPair(pair) + 2 * MAX_FRAME_BYTES;

const NS_PER_MS = 1_000_000n;

/** The service pairs by id and order; with an id of its own, a pair stays a pair in any part. */
const headerOf = ({ type, at, latencyNs }: GoReplayRecord, position: number) =>
  `${type} ${position} ${at}${latencyNs === null ? '' : ` ${latencyNs}`}\n`;

/** Reads the payloads of a part: all at once if they are near each other, as they usually are. */
async function payloadReader(handle: FileHandle, pairs: readonly GoReplayPair[], take: (length: number) => Buffer) {
  let start = Number.POSITIVE_INFINITY;
  let end = 0;
  for (const { request, response } of pairs) {
    start = Math.min(start, request.start, response?.start ?? start);
    end = Math.max(end, request.end, response?.end ?? end);
  }
  const span = end - start > MAX_SPAN_BYTES ? null : take(end - start);
  if (span !== null) await readInto(span, handle, start);

  return async (part: Buffer, at: number, record: GoReplayRecord): Promise<number> => {
    if (span !== null) return span.copy(part, at, record.start - start, record.end - start);
    await readInto(part.subarray(at, at + record.end - record.start), handle, record.start);
    return record.end - record.start;
  };
}

const unreadable = (message: string) => new CliFailure('UNREADABLE_IMPORT', message);
