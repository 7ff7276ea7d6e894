import * as v from 'valibot';
import { Kind } from '../../../compare/domain/kinds.ts';
import { MAX_ACCEPTED_AT_ONCE } from '../../domain/accepting/accept-of.ts';

const Operations = v.pipe(
  v.optional(v.pipe(v.array(v.string()), v.minLength(1), v.maxLength(MAX_ACCEPTED_AT_ONCE))),
  v.description('Only at these endpoints. Default: all.'),
);

/** What of a run becomes the recording (interface 13): exactly one of `requests`, `finding` and `expected`. */
export const AcceptInput = v.pipe(
  v.object({
    requests: v.optional(
      v.pipe(
        v.array(v.pipe(v.string(), v.regex(/^[0-9a-f]{24}:\d{1,8}$/))),
        v.minLength(1),
        v.maxLength(MAX_ACCEPTED_AT_ONCE),
        v.description('Ids of requests of the run, `<planId>:<n>`: each as a whole.'),
      ),
    ),
    finding: v.optional(
      v.object({
        kind: Kind,
        subject: v.pipe(v.string(), v.maxLength(4096), v.description('A subject of the finding.')),
        operations: Operations,
      }),
    ),
    expected: v.pipe(
      v.optional(v.literal(true)),
      v.description('Every request whose differences are all expected: covered by expectations, or marked.'),
    ),
    operations: Operations,
    note: v.optional(v.pipe(v.string(), v.maxLength(2000))),
    force: v.pipe(v.optional(v.boolean(), false), v.description('Accept server errors (5xx) too.')),
    after: v.pipe(
      v.optional(v.pipe(v.number(), v.integer(), v.minValue(-1), v.maxValue(99_999_999)), -1),
      v.description('Continue after this position: `next` of the call before.'),
    ),
  }),
  v.check(
    ({ requests, finding, expected }) => [requests, finding, expected].filter((one) => one !== undefined).length === 1,
  ),
  v.check(({ operations, expected }) => operations === undefined || expected === true),
);
export type AcceptInput = v.InferOutput<typeof AcceptInput>;

/** Names what is wrong with the body of a request. */
export function invalidAccept([issue]: readonly [v.BaseIssue<unknown>, ...v.BaseIssue<unknown>[]]): string {
  const name = v.getDotPath(issue);
  return name === null
    ? 'exactly one of requests, finding and expected must be given; operations only with expected'
    : `${name} is missing or invalid`;
}
