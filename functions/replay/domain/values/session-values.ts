import type { ValueAlias } from '../../../mocks/domain/value-aliases.ts';
import { ANY_ENTITY } from './value-entity.ts';
import { type ValueTable, valueTable } from './value-table.ts';
import { type WaitingNotes, waitingNotes } from './waiting-notes.ts';

/** The response that issued a value: its request in the plan, and the place, as `POST /tasks $.id`. */
interface ValueSource {
  planItemId: string;
  place: string;
}

/** A recorded value and what the replayed target issued in its place. */
export interface Mapping {
  recorded: string;
  replayed: string;
  /**
   * The entity that it identifies, stored as `thing`; null for random values, which mean the same wherever they are.
   */
  thing: string | null;
  from: ValueSource;
}

/** Mappings in bounded memory, in the order in which they were learned. Plain data: jobs take it along. */
export interface ValueMap {
  byValue: Map<string, Mapping>;
  /** Replayed values that stand for a recorded one. */
  images: Set<string>;
  /** What a value without context means; null if it means several things. */
  entities: Map<string, string | null>;
  bytes: number;
  maxBytes: number;
  /** Mappings that were forgotten because there are too many. */
  dropped: number;
}

/** The newest placeholders of each side, with their texts once these are needed. Plain data: jobs take it along. */
interface IssuedCredentials {
  recorded: Map<string, string | null>;
  replayed: Map<string, string | null>;
}

/** Everything known of the values of one session while it is replayed: at most 2 MiB. */
export interface SessionValues {
  own: ValueMap;
  /** What its requests send, by their position; read by `sentOf` (note-case.ts). */
  sent: ValueTable;
  /** Identifying values of its recorded responses; read by `recordedOf`. */
  recorded: ValueTable;
  /** The same of its replayed responses so far; read by `replayedOf`. */
  replayed: ValueTable;
  /** What the three tables do not have yet: most sessions end before anything asks for it. */
  waiting: WaitingNotes;
  /** Placeholders of the credentials that its responses issued, which later calls may name otherwise. */
  issued: IssuedCredentials;
  /** Names of members that say nothing about their value (issued-values.ts). */
  names: Map<number, boolean>;
}

/** Maximum bytes of a session's mappings; the rest of its 2 MiB is for tables. @internal */
export const MAX_MAPPING_BYTES = 768 * 1024;
/** Two generations of twice as many slots of 12 bytes each: 384 KiB a table at most. */
const MAX_TABLE_VALUES = 8192;

export const valueMap = (maxBytes: number): ValueMap => ({
  byValue: new Map(),
  images: new Set(),
  entities: new Map(),
  bytes: 0,
  maxBytes,
  dropped: 0,
});

/** Creates the values of a session that has not begun. */
export const sessionValues = (): SessionValues => ({
  own: valueMap(MAX_MAPPING_BYTES),
  sent: valueTable(MAX_TABLE_VALUES),
  recorded: valueTable(MAX_TABLE_VALUES),
  replayed: valueTable(MAX_TABLE_VALUES),
  waiting: waitingNotes(),
  issued: { recorded: new Map(), replayed: new Map() },
  names: new Map(),
});

/** The key of a value that means something only together with what it identifies. */
export const keyOf = (value: string, entity: string | null): string =>
  entity === null ? value : `${entity}\0${value}`;

/** Adds a mapping, and forgets the oldest ones if there are too many. The first mapping of a value stays. */
export function addMapping(map: ValueMap, mapping: Mapping): void {
  const key = keyOf(mapping.recorded, mapping.thing);
  if (map.byValue.has(key)) return;
  map.byValue.set(key, mapping);
  map.images.add(keyOf(mapping.replayed, mapping.thing));
  if (mapping.thing !== null) {
    map.entities.set(mapping.recorded, entityOf(map, mapping));
  }
  map.bytes += bytesOf(mapping);
  for (const [oldest, dropped] of map.byValue) {
    if (map.bytes <= map.maxBytes) return;
    forget(map, oldest, dropped);
    map.dropped++;
  }
}

/**
 * What a value identifies wherever it stands, with one more mapping of it: null if its mappings contradict each other.
 */
function entityOf({ entities, byValue }: ValueMap, { recorded, replayed, thing }: Mapping): string | null {
  const known = entities.get(recorded);
  if (known === undefined || known === thing) return thing;
  // A login shows the id of a user that the registration issued.
  return known !== null && byValue.get(keyOf(recorded, known))?.replayed === replayed ? known : null;
}

/** Removes a mapping that turned out to be ambiguous. */
export function forget(map: ValueMap, key: string, mapping: Mapping): void {
  map.byValue.delete(key);
  map.images.delete(keyOf(mapping.replayed, mapping.thing));
  map.entities.delete(mapping.recorded);
  map.bytes -= bytesOf(mapping);
}

/** Keys, both texts and the bookkeeping of three collections. */
const bytesOf = ({ recorded, replayed, thing, from }: Mapping): number =>
  400 +
  4 * (recorded.length + replayed.length + (thing?.length ?? 0)) +
  2 * (from.place.length + from.planItemId.length);

/**
 * Finds the mapping of a value in a context that identifies `entity`: of a random value anywhere, of any other only
 * there.
 */
export function mappingOf(maps: readonly ValueMap[], value: string, entity: string | null): Mapping | undefined {
  for (const map of maps) {
    if (map.byValue.size === 0) continue;
    const found = map.byValue.get(value) ?? (entity === null ? undefined : mappingOfEntity(map, value, entity));
    if (found !== undefined) return found;
  }
  return undefined;
}

function mappingOfEntity(map: ValueMap, value: string, entity: string): Mapping | undefined {
  if (!map.entities.has(value)) return undefined;
  if (entity === ANY_ENTITY) {
    const only = map.entities.get(value);
    return only == null || isBound(only) ? undefined : map.byValue.get(keyOf(value, only));
  }
  if (!entity.startsWith(VERSION_OF)) {
    return (
      map.byValue.get(keyOf(value, entity)) ?? (isBound(entity) ? undefined : map.byValue.get(keyOf(value, ANY_ENTITY)))
    );
  }
  for (let end = entity.length; end > VERSION_OF.length; end = entity.lastIndexOf('/', end - 1)) {
    const found = map.byValue.get(keyOf(value, entity.slice(0, end)));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Begins what a version or ETag identifies: the state of the resource of that path. */
export const VERSION_OF = 'version@';

/** Begins what a time identifies: what its field means. */
export const TIME_OF = 'time:';

export const isTimeEntity = (entity: string | null): boolean => entity?.startsWith(TIME_OF) ?? false;

/** Whether an entity is a kind of value, such as a cookie, and not something that has an id. */
export const isBound = (entity: string): boolean =>
  entity === 'csrf' ||
  entity === 'cursor' ||
  entity.startsWith(VERSION_OF) ||
  entity.startsWith('cookie:') ||
  entity.startsWith(TIME_OF);

/** The values that a request was sent with in place of recorded ones, each once. */
export const aliasesOf = (used: readonly Pick<Mapping, 'recorded' | 'replayed' | 'thing'>[]): ValueAlias[] => [
  ...new Map(
    used.map(({ replayed, recorded, thing }) => [`${recorded}\0${thing}`, { replayed, recorded, thing }]),
  ).values(),
];
