import * as v from 'valibot';
import { Kind } from '../../compare/domain/kinds.ts';

/** The body of a mark (interface 10). */
export const MarkInput = v.object({ comment: v.nullish(v.pipe(v.string(), v.maxLength(2000))) });

/** Maximum requests that are marked at once: every view of the findings reads all marks of a round. */
export const MAX_MARKED_AT_ONCE = 2000;

/** The requests to mark, and why. */
export const BulkMarkInput = v.union([
  v.object({
    planItemIds: v.pipe(v.array(v.string()), v.minLength(1), v.maxLength(MAX_MARKED_AT_ONCE)),
    ...MarkInput.entries,
  }),
  v.object({
    kind: Kind,
    subject: v.pipe(v.string(), v.maxLength(10_000), v.description('A subject of the finding.')),
    operations: v.pipe(
      v.nullish(v.pipe(v.array(v.string()), v.minLength(1), v.maxLength(5000))),
      v.description('Only at these endpoints. Default: all.'),
    ),
    ...MarkInput.entries,
  }),
]);
export type BulkMarkInput = v.InferOutput<typeof BulkMarkInput>;
