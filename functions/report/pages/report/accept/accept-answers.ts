import * as v from 'valibot';
import { DifferenceKind } from '../../../../compare/domain/difference.ts';
import { LeftOutReason } from '../../../../findings/domain/accepting/left-out.ts';

const LeftOut = v.array(v.object({ reason: LeftOutReason, reasonText: v.string() }));

/** The preview of what is accepted, as the page needs it. */
export const AcceptPreviewAnswer = v.object({
  accepts: v.number(),
  version: v.nullable(v.number()),
  changes: v.array(
    v.object({
      operation: v.string(),
      method: v.nullable(v.string()),
      kind: DifferenceKind,
      subject: v.string(),
      recorded: v.nullable(v.string()),
      replayed: v.nullable(v.string()),
      recordings: v.number(),
      leftOut: v.nullable(LeftOutReason),
    }),
  ),
  leftOut: LeftOut,
  mappedValues: v.number(),
  next: v.nullable(v.number()),
});
export type AcceptPreview = v.InferOutput<typeof AcceptPreviewAnswer>;

/** What was accepted, as the page needs it. */
export const AcceptedAnswer = v.object({
  at: v.string(),
  accepted: v.array(v.unknown()),
  next: v.nullable(v.number()),
});
