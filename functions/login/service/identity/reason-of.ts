/** OAuth error codes are short identifiers (RFC 6749 5.2); any other text of a provider is not repeated. */
const ERROR = /^[a-z_]{1,40}$/;

/**
 * Why a provider's response was not understood, for a log line: in our own and the protocol's terms, never the other
 * side's text or values.
 */
export function reasonOf(fault: unknown): Record<string, string> {
  if (!(fault instanceof Error)) return { reason: typeof fault };
  const error = 'error' in fault ? String(fault.error) : '';
  return {
    reason: 'code' in fault && typeof fault.code === 'string' ? fault.code : fault.name,
    ...(ERROR.test(error) && { provider_error: error }),
  };
}
