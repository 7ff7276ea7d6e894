/** A token of RFC 9110, the syntax of methods and header names. */
export const HEADER_NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

/** A header value on one line. */
export const HEADER_VALUE = /^[^\r\n\0]*$/;

/** A header value that our requests can send (RFC 9110 5.5): one line, one byte per character. */
export const SENDABLE_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Returns the first value of a header; names are case-insensitive. */
export function headerOf(headers: readonly (readonly [string, string])[], name: string): string | undefined {
  return headers.find(([each]) => each.toLowerCase() === name)?.[1];
}
