/** Formats a count: `12,345`. */
export const count = (number: number): string => number.toLocaleString('en-US');

/** `1 request`, `2 requests`. */
export const counted = (number: number, one: string, many = `${one}s`): string =>
  `${count(number)} ${number === 1 ? one : many}`;
