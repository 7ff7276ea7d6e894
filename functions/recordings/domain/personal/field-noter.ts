import { isMasked } from '../masks/mask.ts';
import type { PersonalFields } from './field-counts.ts';
import { personalMatch } from './personal-value.ts';

/** Maximum values of a case that are looked at. */
const MAX_VALUES = 2000;

/** Counts values by field, up to a number of values. */
export function fieldNoter(into: PersonalFields) {
  let left = MAX_VALUES;

  return {
    hasRoom: (): boolean => left > 0,

    /** Counts a value of a field, which a member, a header or a parameter of this name holds. */
    note(field: string, name: string, text: string): void {
      if (left <= 0 || text === '' || isMasked(text)) return;
      left--;
      const counts = into.get(field) ?? { checked: 0, found: new Map() };
      into.set(field, counts);
      counts.checked++;
      const match = personalMatch(name, text);
      if (match === null) return;
      const found = counts.found.get(match.kind) ?? { sure: 0, unsure: 0 };
      counts.found.set(match.kind, found);
      found[match.isSure ? 'sure' : 'unsure']++;
    },
  };
}
