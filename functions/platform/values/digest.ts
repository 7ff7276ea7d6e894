import * as v from 'valibot';

/** `sha256:` and 64 lower-case hex digits. */
export const Digest = v.pipe(v.string(), v.regex(/^sha256:[0-9a-f]{64}$/, 'invalid_digest'));
export type Digest = v.InferOutput<typeof Digest>;

/** The 64 hex digits of a digest. */
export const hexOf = (digest: string): string => digest.slice('sha256:'.length);
