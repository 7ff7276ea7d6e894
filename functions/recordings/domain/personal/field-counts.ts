import type { PersonalKind } from './personal-names.ts';

/** How many values of a field were looked at, and which of them were personal; no value. */
interface FieldCounts {
  checked: number;
  found: Map<PersonalKind, { sure: number; unsure: number }>;
}

/** Counts by field: `path $.customer.email`, `header x-user`, `parameter email` or `column email`. */
export type PersonalFields = Map<string, FieldCounts>;

/** Adds the counts of another case. */
export function addFields(into: PersonalFields, added: PersonalFields): void {
  for (const [field, { checked, found }] of added) {
    const counts = into.get(field) ?? { checked: 0, found: new Map() };
    into.set(field, counts);
    counts.checked += checked;
    for (const [kind, { sure, unsure }] of found) {
      const before = counts.found.get(kind) ?? { sure: 0, unsure: 0 };
      counts.found.set(kind, { sure: before.sure + sure, unsure: before.unsure + unsure });
    }
  }
}
