import * as v from 'valibot';
import { sha256Hex } from '../../../../platform/values/sha256.ts';

const text = v.fallback(v.nullish(v.string(), null), null);
const Attributes = v.fallback(v.nullish(v.record(v.string(), v.unknown()), {}), {});

const Target = v.fallback(v.nullish(v.object({ body: text, attributes: Attributes, type: text }), null), null);

/** Maximum characters of a record id: it becomes a tag and a header. */
const MAX_RECORD_ID = 200;

/** Ids that a header and a tag can carry. */
export const RecordId = v.pipe(v.string(), v.maxLength(MAX_RECORD_ID), v.regex(/^[\w.:-]+$/));

/** A mocker of the AREX agent: an inbound request, or one call that it made, with what it answered. */
export const Mocker = v.object({
  recordId: RecordId,
  replayId: text,
  appId: text,
  categoryType: v.object({
    name: v.pipe(v.string(), v.nonEmpty(), v.maxLength(100)),
    entryPoint: v.fallback(v.optional(v.boolean(), false), false),
    skipComparison: v.fallback(v.optional(v.boolean(), false), false),
  }),
  /** Epoch ms plus the number of the call, which orders the calls of a record. */
  creationTime: v.fallback(v.number(), 0),
  operationName: v.fallback(v.nullish(v.string(), ''), ''),
  targetRequest: Target,
  targetResponse: Target,
});
export type Mocker = v.InferOutput<typeof Mocker>;

/** Categories of inbound requests, for versions that do not send `entryPoint`. */
const ENTRIES = new Set(['Servlet', 'DubboProvider', 'NettyProvider', 'QMessageConsumer', 'Netty']);

/** Whether a mocker is the inbound request of its record. */
export const isEntry = ({ categoryType }: Pick<Mocker, 'categoryType'>): boolean =>
  categoryType.entryPoint || ENTRIES.has(categoryType.name);

/** The trace id of a record's case, by which the record's mocks are found: 32 lower-case hex digits. */
export const traceIdOfRecord = (recordId: string): string => sha256Hex(`arex ${recordId}`).slice(0, 32);

/** The header in which the agent expects the id of a record that is replayed: the recorded request has it. */
export const RECORD_ID_HEADER = 'arex-record-id';

/** The tag of a case that holds the record id. */
export const RECORD_ID_TAG = 'arex.recordId';

/**
 * Drops the record id from recorded headers unless the case was made of that record: a client may send the header to
 * any application, and a replay must not repeat it to an AREX agent.
 */
export function withoutClaimedRecord<Pair extends readonly [string, string]>(
  headers: readonly Pair[],
  tags: Readonly<Record<string, string | null>>,
): Pair[] {
  return headers.filter(([name, value]) => name.toLowerCase() !== RECORD_ID_HEADER || value === tags[RECORD_ID_TAG]);
}
