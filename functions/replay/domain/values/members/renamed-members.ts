import type { Difference } from '../../../../compare/domain/difference.ts';
import { type Mapping, mappingOf, type ValueMap } from '../session-values.ts';
import { ANY_ENTITY } from '../value-entity.ts';

/** The last step of the path of a member: `.name` or `['name']`. */
const LAST = /(?:\.([^.[\]']+)|\['((?:[^'\\]|\\.)*)'\])$/;

/**
 * Members whose names are mapped ids, such as the users of an access list: one is gone and one is new, with the same
 * value in the same object. Returns both differences with the mapping.
 */
export function renamedMembers(
  differences: readonly Difference[],
  maps: readonly ValueMap[],
): ReadonlyMap<Difference, Mapping> {
  const renamed = new Map<Difference, Mapping>();
  const added = differences.filter(({ kind, rule }) => kind === 'NEW_FIELD' && rule === null);
  if (added.length === 0 || maps.every(({ byValue }) => byValue.size === 0)) return renamed;
  const byPath = new Map(added.map((difference) => [difference.path, difference]));
  for (const missing of differences) {
    if (missing.kind !== 'FIELD_MISSING' || missing.rule !== null || missing.recorded === null) continue;
    const [last = '', plain, quoted] = LAST.exec(missing.path) ?? [];
    const name = plain ?? quoted;
    if (name === undefined) continue;
    const mapping = mappingOf(maps, name, null) ?? mappingOf(maps, name, ANY_ENTITY);
    if (mapping === undefined) continue;
    const before = missing.path.slice(0, -last.length);
    const other = byPath.get(`${before}.${mapping.replayed}`) ?? byPath.get(`${before}['${mapping.replayed}']`);
    if (other === undefined || other.replayed !== missing.recorded) continue;
    renamed.set(missing, mapping).set(other, mapping);
  }
  return renamed;
}
