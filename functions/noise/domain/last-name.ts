import { stepsOf } from '../../platform/json/json-path.ts';

/** Name of a field, or of the list that contains it. */
export function lastNameOf(subject: string): string {
  const names = stepsOf(subject)?.flatMap(({ selectors: [selector] }) =>
    selector?.type === 'name' ? selector.name : [],
  );
  return names?.at(-1) ?? '';
}
