import * as v from 'valibot';

/** What may be wrong with a workflow version (evaluation 3.6). */
export const DIAGNOSTIC_CODES = [
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

/** A finding about a workflow version; with an `error` it is neither valid nor runnable, a `warning` leaves it both (evaluation 3.6). */
export const Diagnostic = v.object({
  severity: v.picklist(['error', 'warning']),
  code: v.picklist(DIAGNOSTIC_CODES),
  /** `#/<component>`, then the place in its manifest; of an unknown component its digest, as in the body of `resolve`. */
  pointer: v.string(),
  /** A sentence of the service; no value of a manifest stands in it. */
  detail: v.string(),
});
export type Diagnostic = v.InferOutput<typeof Diagnostic>;

export const diagnosticError = (code: DiagnosticCode, pointer: string, detail: string): Diagnostic => ({
  ...{ severity: 'error', code, pointer, detail },
});

export const diagnosticWarning = (code: DiagnosticCode, pointer: string, detail: string): Diagnostic => ({
  ...{ severity: 'warning', code, pointer, detail },
});

export const isError = ({ severity }: Diagnostic): boolean => severity === 'error';
