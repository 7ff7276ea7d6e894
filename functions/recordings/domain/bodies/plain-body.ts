import { isUtf8 } from 'node:buffer';
import { headerOf } from '../../../platform/values/http-tokens.ts';
import { bodyOf, decodeContent } from '../content-encoding.ts';

/** Headers and body of a request or a response. */
interface Side {
  headers: readonly (readonly [string, string])[];
  body: string | null;
  bodyEncoding: 'utf8' | 'base64';
}

/** A body as decoded text. */
export interface PlainBody {
  text: string;
  /** `latin1`: a character stands for each byte, as the bytes are not UTF-8. */
  charset: 'utf8' | 'latin1';
  /** A content-encoding was decoded. */
  unfolded: boolean;
  /** False for bytes that may hold fields and cannot be read. */
  readable: boolean;
}

/** Types whose bytes hold fields, also where they are not UTF-8. */
const TEXT = /^(?:text|multipart)\/|xml/i;

/** Reads the body of a side; null if there is none, and for bytes that hold no fields. */
export function plainBody(side: Side): PlainBody | null {
  if (side.body === null) return null;
  if (side.bodyEncoding === 'utf8') return { text: side.body, charset: 'utf8', unfolded: false, readable: true };
  const bytes = Buffer.from(side.body, 'base64');
  const type = headerOf(side.headers, 'content-type') ?? '';
  const encoding = headerOf(side.headers, 'content-encoding');
  const decoded = encoding === undefined ? null : decodeContent(encoding, bytes);
  const unfolded = decoded !== null;
  const plain = decoded ?? bytes;
  if (isUtf8(plain)) return { text: bodyOf(plain).body, charset: 'utf8', unfolded, readable: true };
  const text = Buffer.from(plain.buffer, plain.byteOffset, plain.byteLength).toString('latin1');
  if (isJsonType(side)) return { text, charset: 'latin1', unfolded, readable: false };
  // Text of two or four bytes a character has bytes of zero, as files in a form may have.
  const isWide = !/^multipart/i.test(type) && text.slice(0, 256).includes('\0');
  return TEXT.test(type) ? { text, charset: 'latin1', unfolded, readable: !isWide } : null;
}

/** Whether the header of a side says that its body is JSON. */
export const isJsonType = ({ headers }: Pick<Side, 'headers'>): boolean =>
  /[/+]([\w.-]*)json\b/i.test(headerOf(headers, 'content-type') ?? '');
