/**
 * Removes from external text what moves a terminal's cursor or starts an escape sequence; keeps line feeds and tabs.
 */
export const plainText = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it takes out
  text.replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '\ufffd');

/** Like `plainText`, on one line. */
export const plainLine = (text: string): string => plainText(text).replaceAll(/[\n\t\u2028\u2029]/g, ' ');
