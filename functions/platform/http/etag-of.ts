import { hash } from 'node:crypto';

/** The strong entity tag of what is served (RFC 9110, 8.8.3): equal for equal content, whichever process serves it. */
export const etagOf = (content: string | Uint8Array): string =>
  `"${hash('sha256', content, 'base64url').slice(0, 22)}"`;
