const VISIBLE_ASCII = /^[\x21-\x7e]{1,255}$/;

/** Whether a text may be the Idempotency-Key of a caller (interface 2.1); keys of the service contain blanks. */
export const isIdempotencyKey = (text: string): boolean => VISIBLE_ASCII.test(text);
