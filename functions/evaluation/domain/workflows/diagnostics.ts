import * as v from 'valibot';

/** Faults of a workflow version (evaluation 3.6). */
const DIAGNOSTIC_CODES = [
  'COMPONENT_UNKNOWN',
  'MANIFEST_INVALID',
  'RUNNER_DEFINITION_NOT_CLOSED',
  'CAPABILITY_UNSUPPORTED',
  'PROTOCOL_UNSUPPORTED',
  'FRAMEWORK_MISMATCH',
  'GATE_RULE_INVALID',
  'TARGET_NOT_ALLOWED',
] as const;
export type DiagnosticCode = (typeof DIAGNOSTIC_CODES)[number];

/**
 * A diagnostic of a workflow version. An `error` makes it invalid and not runnable; a `warning` does not (evaluation
 * 3.6).
 */
export const Diagnostic = v.object({
  severity: v.picklist(['error', 'warning']),
  code: v.picklist(DIAGNOSTIC_CODES),
  /**
   * `#/<component>`, followed by the pointer within its manifest. For an unknown component, its digest as in the body
   * of `resolve`.
   */
  pointer: v.string(),
  /** A sentence of the service, without values of the manifest. */
  detail: v.string(),
});
export type Diagnostic = v.InferOutput<typeof Diagnostic>;

export const diagnosticError = (code: DiagnosticCode, pointer: string, detail: string): Diagnostic => ({
  severity: 'error',
  code,
  pointer,
  detail,
});

export const diagnosticWarning = (code: DiagnosticCode, pointer: string, detail: string): Diagnostic => ({
  severity: 'warning',
  code,
  pointer,
  detail,
});

export const isError = ({ severity }: Diagnostic): boolean => severity === 'error';
