import * as v from 'valibot';
import { MAX_NOTE_LENGTH } from '../../compare/domain/expected/expected-change.ts';
import { Kind } from '../../compare/domain/kinds.ts';
import { MAX_EXPECTED_AT_ONCE } from '../service/expectations.ts';

/** Maximum requests that one call names. */
const MAX_REQUESTS = 200;

/** What is expected: a finding of a run, or everything that some of its requests show. */
export const ExpectationInput = v.pipe(
  v.object({
    planId: v.string(),
    finding: v.optional(
      v.object({
        kind: Kind,
        subject: v.pipe(v.string(), v.maxLength(4096), v.description('A subject of the finding.')),
        operations: v.pipe(
          v.optional(v.pipe(v.array(v.string()), v.minLength(1), v.maxLength(MAX_EXPECTED_AT_ONCE))),
          v.description('Only at these endpoints. Default: all.'),
        ),
      }),
    ),
    requests: v.optional(
      v.pipe(
        v.array(v.pipe(v.string(), v.regex(/^[0-9a-f]{24}:\d{1,8}$/))),
        v.minLength(1),
        v.maxLength(MAX_REQUESTS),
        v.description('Ids of requests of the run, `<planId>:<n>`.'),
      ),
    ),
    change: v.pipe(
      v.optional(v.picklist(['exact', 'any']), 'exact'),
      v.description('`exact`: the values of this run, or the change that they have in common. `any`: every value.'),
    ),
    note: v.optional(v.pipe(v.string(), v.maxLength(MAX_NOTE_LENGTH))),
  }),
  v.check(({ finding, requests }) => (finding === undefined) !== (requests === undefined)),
);
