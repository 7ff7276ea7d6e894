import * as v from 'valibot';

/** What is blacked out of a case before it is stored: a header by its name, or a JSONPath (RFC 9535) into JSON bodies. */
export const RedactRule = v.union([v.object({ header: v.string() }), v.object({ path: v.string() })]);
export type RedactRule = v.InferOutput<typeof RedactRule>;
