import httpJsonBodyParser from '@middy/http-json-body-parser';
import { isObject } from '../../json/is-object.ts';
import { job } from '../../values/job.ts';
import { isDeeperThan, MAX_JSON_DEPTH } from '../../values/json-text.ts';
import { ERRORS } from '../api.ts';
import type { ErrorRow } from '../error-row.ts';

/** The event of an invocation, as far as the middleware looks at it. */
interface EventWithBody {
  body: unknown;
}

// The media type is the endpoint's rule, which is checked before.
const parseBodyOf = httpJsonBodyParser({ disableContentTypeCheck: true }).before as unknown as (request: {
  event: EventWithBody;
}) => void; // it is synchronous and reads the event only

/** Throws TypeError for invalid UTF-8, where the middleware would replace it. */
const UTF_8 = new TextDecoder('utf-8', { fatal: true });

/** The members of a body, or why it is refused. */
export type ParsedBody = { body: Readonly<Record<string, unknown>> } | { error: ErrorRow };

/**
 * Parses a body, which may be large and deep: the values come back sooner than they are parsed with their names
 * checked.
 */
export const jsonBodyJob = job(
  'platform.json-body',
  ({ bytes }: { bytes: Uint8Array }): ParsedBody =>
    isDeeperThan(MAX_JSON_DEPTH, bytes) ? { error: ERRORS.tooDeep } : parseJsonBody(bytes),
);

/**
 * Parses a body by `@middy/http-json-body-parser`, in both worlds and where its errors become those of the service
 * (decision 025). Refuses invalid UTF-8 and JSON, a member `__proto__`, `constructor` with a `prototype`, and whatever
 * is not an object. @internal
 */
export function parseJsonBody(bytes: Uint8Array): ParsedBody {
  const event: EventWithBody = { body: undefined };
  try {
    event.body = UTF_8.decode(bytes);
    parseBodyOf({ event });
  } catch (fault) {
    if (fault instanceof TypeError) return { error: ERRORS.invalidJson };
    if (!(fault instanceof Error && 'statusCode' in fault)) throw fault;
    return { error: isOfPrototype(fault) ? ERRORS.prototypeMember : ERRORS.invalidJson };
  }
  return isObject(event.body) ? { body: event.body } : { error: ERRORS.notAnObject };
}

/** Whether the middleware found a forbidden name: of JSON that it cannot parse, it also gives the parser's message. */
const isOfPrototype = ({ cause }: Error): boolean => isObject(cause) && !('message' in cause);
