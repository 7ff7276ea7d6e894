/**
 * Maximum characters of one body in a response: three of them with every character escaped still fit the 6 MB of a
 * Lambda function.
 * @internal
 */
export const MAX_SHOWN_LENGTH = 900_000;

/** A side of an exchange as responses show it: the beginning of a larger body, with `truncated: true`. */
export const shownBody = <Side extends { body: string | null }>(side: Side): Side & { truncated?: true } =>
  side.body === null || side.body.length <= MAX_SHOWN_LENGTH
    ? side
    : { ...side, body: side.body.slice(0, MAX_SHOWN_LENGTH), truncated: true };
