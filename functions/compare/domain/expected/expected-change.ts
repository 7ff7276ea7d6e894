import * as v from 'valibot';
import { DifferenceKind } from '../difference.ts';
import type { DescribedChange } from '../difference-sink.ts';
import { Change } from './change.ts';

/** Maximum expected changes of one application. */
export const MAX_EXPECTED = 1000;

/** Maximum characters of a note. */
export const MAX_NOTE_LENGTH = 2000;

/**
 * Kinds that cannot be expected: they say that nothing was compared, or that the target was unwell. A run in which they
 * passed would say nothing about the build.
 */
const NEVER_EXPECTED: readonly DifferenceKind[] = ['TIMEOUT', 'CONNECTION_FAILURE', 'RATE_LIMITED'];

/** Whether a kind of difference can be expected in later runs. */
export const canBeExpected = (kind: string): kind is DifferenceKind =>
  v.is(DifferenceKind, kind) && !NEVER_EXPECTED.includes(kind);

/**
 * A change of an endpoint that a person accepted until production records it (interface 13). It is among the rules in
 * force: comparisons note its id as the rule of the differences that it covers.
 */
export const ExpectedChange = v.object({
  ruleId: v.pipe(v.string(), v.regex(/^~[A-Za-z0-9._:-]{1,64}$/)),
  operation: v.pipe(v.string(), v.nonEmpty(), v.maxLength(1024)),
  /** Methods of the requests; absent: all. */
  methods: v.optional(v.array(v.string())),
  kind: v.pipe(
    DifferenceKind,
    v.check((kind) => canBeExpected(kind)),
  ),
  /** As findings name it: `*` stands for a name that is a key of a map. */
  subject: v.pipe(v.string(), v.nonEmpty(), v.maxLength(4096)),
  change: Change,
  /** Epoch ms: it holds for what was recorded before. */
  since: v.pipe(v.number(), v.integer(), v.minValue(0)),
  /** The run in which it was accepted. */
  planId: v.string(),
  note: v.optional(v.pipe(v.string(), v.maxLength(MAX_NOTE_LENGTH))),
  createdBy: v.pipe(v.string(), v.nonEmpty(), v.maxLength(320)),
  /** Epoch ms. */
  createdAt: v.pipe(v.number(), v.integer(), v.minValue(0)),
});
export type ExpectedChange = v.InferOutput<typeof ExpectedChange>;

/** Returns the id of the expected change that covers a difference; null if there is none. */
export type Covering = (change: DescribedChange) => string | null;
