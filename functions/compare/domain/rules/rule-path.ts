import { JSON_PATH_FORM, readJsonPath, type Step } from '../../../platform/json/json-path.ts';
import { accept, type Result, refuse } from '../../../platform/result.ts';

/** Parses a rule's path (interface 11). */
export function readRulePath(text: string): Result<Step[], 'INVALID_RULE'> {
  const steps = readJsonPath(text);
  return steps === null ? refuse('INVALID_RULE', `path must be ${JSON_PATH_FORM}`) : accept(steps);
}
