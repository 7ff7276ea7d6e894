import * as v from 'valibot';

/** Maximum characters of a reason. */
export const MAX_REASON_LENGTH = 200;

/** Why settings change, in the words of a person. Null, absent or blank: without a reason. */
export const ChangeReason = v.pipe(
  v.nullish(
    v.pipe(
      v.string(`must be a text of at most ${MAX_REASON_LENGTH} characters`),
      v.trim(),
      v.maxLength(MAX_REASON_LENGTH, `must be a text of at most ${MAX_REASON_LENGTH} characters`),
    ),
  ),
  v.description(
    'Why the settings change. The console shows it beside each setting that this request changes, to everyone who may read the settings. Responses do not have it.',
  ),
);

const Body = v.object({ reason: ChangeReason });

/** The reason in the body of a change; undefined without one, and for a body that the change refuses. */
export function reasonOf(body: unknown): string | undefined {
  const parsed = v.safeParse(Body, body);
  return (parsed.success && parsed.output.reason) || undefined;
}
