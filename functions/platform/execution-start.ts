const NAME = /^[A-Za-z0-9_-]{1,80}$/;

/** Throws unless both worlds can name an execution so (Step Functions: 1 to 80 characters). */
export function checkExecutionName(name: string): void {
  if (!NAME.test(name)) throw new Error('the name of an execution has 1 to 80 letters, digits, - or _');
}

/** The input of an execution as text that is equal for equal inputs: the names of every object sorted. */
export function canonicalInput(input: unknown): string {
  return JSON.stringify(input, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}
