import * as v from 'valibot';

/** The body of a mark (interface 10). */
export const MarkInput = v.object({ comment: v.nullish(v.pipe(v.string(), v.maxLength(2000))) });
