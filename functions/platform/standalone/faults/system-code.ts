/** The code of a fault of the system, such as ENOENT; empty for a fault without one. */
export const systemCode = (fault: unknown): string =>
  fault instanceof Error && 'code' in fault && typeof fault.code === 'string' ? fault.code : '';
