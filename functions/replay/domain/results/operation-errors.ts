import type { Difference } from '../../../compare/domain/difference.ts';
import type { Kind } from '../../../compare/domain/kinds.ts';
import { isObject } from '../../../platform/json/is-object.ts';
import type { OutboundOutcome } from '../../../platform/outbound/outbound.ts';

/** What ENVIRONMENT_FAILURE counts where a status of success has errors beside data. */
export const OPERATION_ERRORS = 'operation errors';

/** Whether a difference is new errors beside data, which a rule can ignore as a field. */
export const isOperationError = ({ kind, subject }: { kind: Kind; subject: string }): boolean =>
  kind === 'SERVER_ERROR' && ERRORS.has(subject);

/** Where an answer of GraphQL, or one of a batch, has its errors. */
const ERRORS: ReadonlySet<string> = new Set(['errors', '[*].errors']);

/**
 * The differences of a response with new `errors` beside `data`, which are a failure of its operation in GraphQL
 * although the status is 200 (https://spec.graphql.org/October2021/#sec-Errors); as SERVER_ERROR instead of NEW_FIELD.
 * Fields that a rule ignores stay.
 */
export function withOperationErrors(differences: Difference[], replayed: OutboundOutcome): Difference[] {
  const isNew = ({ kind, subject, rule }: Difference) => kind === 'NEW_FIELD' && rule === null && ERRORS.has(subject);
  if (!differences.some(isNew) || replayed.kind !== 'response' || !hasOperationErrors(replayed.body))
    return differences;
  return differences.map((one) => (isNew(one) ? { ...one, kind: 'SERVER_ERROR' } : one));
}

function hasOperationErrors(body: Uint8Array): boolean {
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(body).toString());
  } catch {
    return false;
  }
  const answers: readonly unknown[] = Array.isArray(value) ? value : [value];
  return answers.some((one) => isObject(one) && 'data' in one && Array.isArray(one.errors) && one.errors.length > 0);
}
