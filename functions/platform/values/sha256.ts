import { hash } from 'node:crypto';

/** The SHA-256 of a text (as UTF-8) or of bytes, as 64 lower-case hex digits. */
export const sha256Hex = (content: string | Uint8Array): string => hash('sha256', content, 'hex');

/** The same as 32 bytes: of equal length for texts of any length, so that they can be compared in constant time. */
export const sha256Bytes = (content: string | Uint8Array): Buffer => hash('sha256', content, 'buffer');
