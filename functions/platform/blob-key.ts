const KEY = /^(cases|plans|evaluation|uploads|kept)(\/(?!\.{1,2}(\/|$))[A-Za-z0-9._~=%+@:-]{1,200})+$/;
/** Retention of evaluation bytes after their commit (evaluation 4). */
export const EVALUATION_BYTES_MS = 90 * 86_400_000;

/** Uploads that are not committed expire after this long (evaluation 3.5). */
export const UPLOAD_MS = 86_400_000;

/** Lifetime of a signed URL (evaluation 4). */
export const SIGNED_MS = 15 * 60_000;

const MAX_LENGTH = 800;

/** Throws unless the key is a retention class and segments of letters, digits and `._~=%+@:-`, never `.` or `..`. */
export function checkBlobKey(key: string): void {
  if (key.length > MAX_LENGTH || !KEY.test(key)) throw new Error('a blob key is a retention class and plain segments');
}
