/**
 * Maximum characters of one body in a response: three of them with every character escaped still fit the 6 MB of a
 * Lambda function.
 */
export const MOST_SHOWN_CHARACTERS = 900_000;

/** A side of an exchange as responses show it: the beginning of a larger body, with `truncated: true`. */
export const shownBody = <Side extends { body: string | null }>(side: Side): Side & { truncated?: true } =>
  side.body === null || side.body.length <= MOST_SHOWN_CHARACTERS
    ? side
    : { ...side, body: side.body.slice(0, MOST_SHOWN_CHARACTERS), truncated: true };
