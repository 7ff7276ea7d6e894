import { isUtf8 } from 'node:buffer';
import { utf8 } from './tape.ts';

/** What a body is by its content. */
export type BodyFormat = 'json' | 'xml' | 'html' | 'text' | 'pdf' | 'png' | 'gif' | 'jpeg' | 'zip' | 'gzip' | 'binary';

/** First bytes that tell a format, as latin1. */
const SIGNATURES: readonly (readonly [string, BodyFormat])[] = [
  ['%PDF-', 'pdf'],
  ['\x89PNG\r\n', 'png'],
  ['GIF8', 'gif'],
  ['\xff\xd8\xff', 'jpeg'],
  ['PK\x03\x04', 'zip'],
  ['\x1f\x8b', 'gzip'],
];

/** Tells the format of a body that is no JSON text; the header counts only between kinds of text. */
export function formatOf(bytes: Uint8Array, contentType: string): BodyFormat {
  const beginning = Buffer.from(bytes.subarray(0, 512)).toString('latin1');
  const signature = SIGNATURES.find(([text]) => beginning.startsWith(text));
  if (signature) return signature[1];
  if (!isUtf8(bytes) || bytes.includes(0)) return 'binary';
  const text = utf8(bytes, 0, Math.min(bytes.length, 1024)).trimStart();
  if (/^<!doctype html|^<html[\s>]/i.test(text)) return 'html';
  if (text.startsWith('<?xml')) return 'xml';
  if (!text.startsWith('<')) return 'text';
  return /\bhtml\b/i.test(contentType) ? 'html' : /\bxml\b/i.test(contentType) ? 'xml' : 'text';
}
