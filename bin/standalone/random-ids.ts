import { randomBytes } from 'node:crypto';

const ID_BYTES = 16;
/** Asking for many at once costs as much as asking for one. */
const POOL_BYTES = 256 * ID_BYTES;

/** Creates the source of ids: 32 random lower-case hex digits each. What was given out is wiped from memory. */
export function randomIds(): () => string {
  let pool = Buffer.alloc(0);
  let at = 0;
  return () => {
    if (at === pool.byteLength) {
      pool = randomBytes(POOL_BYTES);
      at = 0;
    }
    const id = pool.toString('hex', at, at + ID_BYTES);
    pool.fill(0, at, at + ID_BYTES);
    at += ID_BYTES;
    return id;
  };
}
