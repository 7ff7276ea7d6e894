import { isObject } from '../../functions/platform/json/is-object.ts';

/** Reads the error of a recorded call: JSON text with `code` and `message`, or a text of another recorder. */
export function recordedError(text: string): Record<string, unknown> {
  try {
    const error: unknown = JSON.parse(text);
    return isObject(error) ? error : { message: String(error) };
  } catch {
    return { message: text };
  }
}
