/** A count as readers write it: `12,345`. */
export const count = (number: number): string => number.toLocaleString('en-US');

/** `1 request`, `2 requests`. */
export const counted = (number: number, one: string, many = `${one}s`): string =>
  `${count(number)} ${number === 1 ? one : many}`;

/** A duration in ms; a dash where there is none. */
export const ms = (duration: number | null): string => (duration === null ? '–' : `${count(duration)} ms`);

/** A name cut to what a line can hold. */
export const short = (text: string, most = 160): string => (text.length <= most ? text : `${text.slice(0, most)}…`);
