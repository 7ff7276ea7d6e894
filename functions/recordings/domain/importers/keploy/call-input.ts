/** A downstream call in the form of an intake, as far as a mock tells it. */
export interface CallInput {
  kind: 'http' | 'database' | 'cache' | 'other';
  target: string;
  operation: string;
  request: unknown;
  response: unknown;
  error: string | null;
}

/**
 * Turns mocks of one kind into calls; null for one without a call of its own, undefined for one that it cannot read.
 */
export type MockReader = (spec: Record<string, unknown>) => CallInput | null | undefined;
