/** A token of RFC 9110: what a method or a header name is made of. */
export const HEADER_NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

/** A header value that fits on one line. */
export const HEADER_VALUE = /^[^\r\n\0]*$/;

/** A header value that a request of ours can carry (RFC 9110 5.5): one line, one byte a character. */
export const SENDABLE_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** The first value of a header, whatever the case of its name. */
export function headerOf(headers: readonly (readonly [string, string])[], name: string): string | undefined {
  return headers.find(([each]) => each.toLowerCase() === name)?.[1];
}
