const KEY = /^(cases|plans|evaluation|uploads|kept)(\/(?!\.{1,2}(\/|$))[A-Za-z0-9._~=%+@:-]{1,200})+$/;
/** Bytes of evaluations are kept for so long after they were committed (evaluation 4). */
export const EVALUATION_BYTES_MS = 90 * 86_400_000;

/** What was uploaded and never committed is forgotten after so long (evaluation 3.5). */
export const UPLOAD_MS = 86_400_000;

/** How long a signed address is good (evaluation 4). */
export const SIGNED_MS = 15 * 60_000;

const MOST_CHARACTERS = 800;

/** Throws unless the key is a retention class and segments of letters, digits and `._~=%+@:-`, never `.` or `..`. */
export function checkBlobKey(key: string): void {
  if (key.length > MOST_CHARACTERS || !KEY.test(key))
    throw new Error('a blob key is a retention class and plain segments');
}
