import type { StatusReason } from '../runs/run.ts';
import type { AttemptStatus } from '../statuses.ts';
import { type Diagnostic, type DiagnosticCode, isError } from './diagnostics.ts';

/**
 * Status of an attempt that is refused before its creation (evaluation 3, principle 3; 3.8). The first matching row
 * applies.
 */
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

/** Why a workflow version cannot run, and the status of its attempt. Null if it can run. */
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

/** Missing inputs can be supplied. Every other fault is in the given inputs (evaluation 3, principle 3). */
const reasonCodeOf = (status: AttemptStatus): string =>
  status === 'missing_evidence' ? 'missing_evidence' : 'validation_failed';
