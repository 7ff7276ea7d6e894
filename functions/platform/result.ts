/** The result of an operation that may fail: the value, or a code and a sentence that the caller may see. */
export type Result<T, Code extends string> = { ok: true; value: T } | Refusal<Code>;

export interface Refusal<Code extends string> {
  ok: false;
  code: Code;
  /** Our own sentence: it names a field at most, never a value, url or exception text. */
  message: string;
}

export const accept = <T>(value: T): { ok: true; value: T } => ({ ok: true, value });

export const refuse = <Code extends string>(code: Code, message: string): Refusal<Code> => ({
  ok: false,
  code,
  message,
});
