import type { AttemptStatus } from '../../domain/statuses.ts';
import { type Diagnostic, type DiagnosticCode, isError } from '../../workflows/domain/diagnostics.ts';
import type { StatusReason } from './run.ts';

/** What an attempt becomes that is refused before it was made (evaluation 3, principle 3; 3.8); the first row that applies decides. */
const REFUSALS: readonly [code: DiagnosticCode, status: AttemptStatus][] = [
  ['COMPONENT_UNKNOWN', 'missing_evidence'],
  ['MANIFEST_INVALID', 'invalid_input'],
  ['RUNNER_DEFINITION_NOT_CLOSED', 'invalid_input'],
  ['FRAMEWORK_MISMATCH', 'invalid_input'],
  ['GATE_RULE_INVALID', 'invalid_input'],
  ['TARGET_NOT_ALLOWED', 'invalid_input'],
  ['CAPABILITY_UNSUPPORTED', 'unsupported'],
  ['PROTOCOL_UNSUPPORTED', 'unsupported'],
];

/** Why a workflow version cannot be run, and what its attempt becomes; null where it can. */
export function validationRefusal(
  diagnostics: readonly Diagnostic[],
): { status: AttemptStatus; reason: StatusReason } | null {
  const errors = diagnostics.filter(isError);
  for (const [code, status] of REFUSALS) {
    const found = errors.find((diagnostic) => diagnostic.code === code);
    if (found) return { status, reason: { code: reasonCodeOf(status), detail: `${found.pointer}: ${found.detail}` } };
  }
  return null;
}

/** What is not there can be brought; everything else is wrong with what is (evaluation 3, principle 3). */
const reasonCodeOf = (status: AttemptStatus): string =>
  status === 'missing_evidence' ? 'missing_evidence' : 'validation_failed';
