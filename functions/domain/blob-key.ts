const KEY = /^(cases|plans|kept)(\/(?!\.{1,2}(\/|$))[A-Za-z0-9._~=%+@:-]{1,200})+$/;
const MOST_CHARACTERS = 800;

/** Throws unless the key is a retention class and segments of letters, digits and `._~=%+@:-`, never `.` or `..`. */
export function checkBlobKey(key: string): void {
  if (key.length > MOST_CHARACTERS || !KEY.test(key))
    throw new Error('a blob key is a retention class and plain segments');
}
