import * as v from 'valibot';

/** What is known of the end of an expected change. */
export const ExpectationEnd = v.object({
  /**
   * Epoch ms at which the last recording that is older expires, as it was seen last; null where one never does. It is
   * the end if no recording is pinned, deleted or imported until then.
   */
  endsAt: v.nullable(v.number()),
  /** Epoch ms; null while it holds. */
  endedAt: v.nullable(v.number()),
});
export type ExpectationEnd = v.InferOutput<typeof ExpectationEnd>;

/** What the recordings of an expected change show now: whether none is older, and when the last one expires. */
interface Seen {
  ended: boolean;
  endsAt: number | null;
}

/**
 * The end after another look at the recordings. Where they expired, the end is the time at which the last one did;
 * where they were deleted before, it is the time at which that was seen. Undefined if the change had ended before
 * anything was known of its end.
 */
export function nextEnd(
  known: ExpectationEnd | undefined,
  { ended, endsAt }: Seen,
  now: number,
): ExpectationEnd | undefined {
  if (!ended) return { endsAt, endedAt: null };
  if (known === undefined || known.endedAt !== null) return known;
  const hasExpired = known.endsAt !== null && known.endsAt <= now;
  return { ...known, endedAt: hasExpired ? known.endsAt : now };
}

/** Whether it has ended, as far as is known: the list of expected changes looks at the recordings again. */
export const hasEnded = ({ endsAt, endedAt }: ExpectationEnd, now: number): boolean =>
  endedAt !== null || (endsAt !== null && endsAt <= now);
