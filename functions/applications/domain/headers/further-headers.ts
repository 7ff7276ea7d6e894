import * as v from 'valibot';
import { HEADER_NAME } from '../../../platform/values/http-tokens.ts';

/** Maximum names. */
const MAX_NAMES = 100;
const MAX_NAME_LENGTH = 100;

const NAMES = `must be a list of at most ${MAX_NAMES} names of headers`;

/** Names of response headers that are compared beside those with a meaning, in lower case, in a change of settings. */
export const FurtherHeadersChange = v.nullish(
  v.pipe(
    v.array(
      v.pipe(
        v.string(NAMES),
        v.regex(HEADER_NAME, NAMES),
        v.maxLength(MAX_NAME_LENGTH, NAMES),
        v.transform((name) => name.toLowerCase()),
      ),
      NAMES,
    ),
    v.maxLength(MAX_NAMES, NAMES),
    v.transform((names) => [...new Set(names)]),
    v.description('Names of response headers that are compared beside those that mean something to clients.'),
  ),
);
