/** Most characters of one body in an answer: with three of them, each character escaped, it still fits the 6 MB of a Lambda function. */
export const MOST_SHOWN_CHARACTERS = 900_000;

/** A side of an exchange as answers show it: of a larger body the beginning, and `truncated: true`. */
export const shownBody = <Side extends { body: string | null }>(side: Side): Side & { truncated?: true } =>
  side.body === null || side.body.length <= MOST_SHOWN_CHARACTERS
    ? side
    : { ...side, body: side.body.slice(0, MOST_SHOWN_CHARACTERS), truncated: true };
