/** One downstream call as every recorder writes it; `request` is any JSON. */
export interface AgentCall {
  kind: 'http' | 'database' | 'cache' | 'message' | 'other';
  target: string;
  operation: string;
  request: unknown;
}

/** How a call ended; `error` is what the library reported as JSON. */
export interface CallOutcome {
  response?: unknown;
  error?: CallError | null;
}

/** An error of a call; other members are the library's own. */
export interface CallError {
  code?: string | number | undefined;
  message: string;
  [member: string]: unknown;
}

/** A call with its outcome, as it is reported and stored. */
export interface NotedCall extends AgentCall {
  response?: unknown;
  error: string | null;
  durationMs: number;
}

/** The answer to a call of a replayed request. */
export type CallAnswer =
  | { kind: 'response'; response: unknown }
  | { kind: 'error'; error: CallError }
  /** The call is made for real; `note` what comes of it. `isUnanswered`: the service does not know of it. */
  | { kind: 'real'; isUnanswered?: boolean }
  /** The call fails as if its target refused the connection. */
  | { kind: 'refused'; failure: Error & { code: string } };

/** Reads the error of a recorded call, which is JSON or plain text. */
export function callErrorOf(text: string): CallError {
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed === 'object' && parsed !== null && 'message' in parsed && typeof parsed.message === 'string')
      return parsed as CallError; // has a message; other members are any JSON
  } catch {
    // Other recorders write plain text.
  }
  return { message: text };
}

/** The own members of an error that JSON can hold, with its message. */
export function errorMembers(fault: unknown, names: readonly string[] = ERROR_MEMBERS): CallError {
  if (typeof fault !== 'object' || fault === null) return { message: String(fault) };
  const members = fault as Record<string, unknown>; // read by name only
  const kept: CallError = { message: typeof members.message === 'string' ? members.message : 'fault' };
  for (const name of names) {
    const value = members[name];
    if (value !== undefined && value !== null && typeof value !== 'function') kept[name] = value;
  }
  return kept;
}

const ERROR_MEMBERS = ['name', 'code', 'errno', 'syscall', 'address', 'port'];

/** An error as it was recorded, with its members. */
export function errorOf(
  { message, ...members }: CallError,
  make: (message: string) => Error = (text) => new Error(text),
): Error {
  const error = make(message);
  for (const [name, value] of Object.entries(members)) {
    Object.defineProperty(error, name, {
      value,
      // As the library made it: errors of pg show their name.
      enumerable: name !== 'name' || Object.hasOwn(error, 'name'),
      writable: true,
      configurable: true,
    });
  }
  return error;
}
