/** Error codes of OAuth are few words (RFC 6749 5.2); anything else that a provider writes there is not repeated. */
const ERROR = /^[a-z_]{1,40}$/;

/** What a log line may say of why a provider was not understood: our own and the protocol's words, never a text or value of the other side. */
export function reasonOf(fault: unknown): Record<string, string> {
  if (!(fault instanceof Error)) return { reason: typeof fault };
  const error = 'error' in fault ? String(fault.error) : '';
  return {
    reason: 'code' in fault && typeof fault.code === 'string' ? fault.code : fault.name,
    ...(ERROR.test(error) && { provider_error: error }),
  };
}
