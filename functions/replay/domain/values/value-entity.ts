import { isMixed, shapeOf } from './value-shape.ts';

/** Where a value is: the field, and what contains it. */
export interface ValueContext {
  /** Name of the member, parameter, form field, header or cookie; of a path segment, that of the segment before it. */
  field: string;
  /** Name of the member that contains the object with the field; empty at the root. */
  parent: string;
  /** What the path of the request names last: `tasks` in `/projects/5/tasks/17`. */
  collection: string;
}

/** What any value may mean whose field says nothing more: `parentId`, or `id` behind one endpoint for everything. */
export const ANY_ENTITY = '*';

/** Names that say only that a value identifies the object that has it. */
const OWN_NAMES = new Set(
  'id uuid guid ulid oid objectid resourceid recordid documentid pk key no number num code slug handle ref reference identifier sku'.split(
    ' ',
  ),
);
/** Names that contain the list or object that a response is about. */
const WRAPPERS = new Set(
  `data result results items item list content contents rows records record value values edges node nodes attributes payload
  response body object objects entries entry hits documents elements members embedded included resource resources page`.split(
    /\s+/,
  ),
);
/** Names that express a relation instead of an entity: `parentId` of a task is a task. */
const RELATIONS = new Set(
  'parent root source target original previous prev next related self child last first current new old other entity'.split(
    ' ',
  ),
);
/** Segments of a path that name no collection. */
const VERBS = new Set(
  `create new add search list batch bulk query graphql rpc api rest v1 v2 v3 v4 me self current all detail details copy
  clone import export`.split(/\s+/),
);
const CLASSES: readonly (readonly [entity: string, names: ReadonlySet<string>])[] = [
  [
    'csrf',
    new Set(
      'csrf csrftoken xsrf xsrftoken xcsrftoken xxsrftoken csrfmiddlewaretoken authenticitytoken requestverificationtoken nonce'.split(
        ' ',
      ),
    ),
  ],
  [
    'cursor',
    new Set(
      `cursor nextcursor prevcursor endcursor startcursor after before next nexttoken nextpage nextpagetoken pagetoken
      continuation continuationtoken synctoken nextsynctoken deltatoken startingafter endingbefore scrollid offset`.split(
        /\s+/,
      ),
    ),
  ],
  [
    'version',
    new Set('version etag rev revision lockversion optlock rowversion ifmatch ifnonematch _etag _rev'.split(' ')),
  ],
];
const SUFFIX = /^(.+?)[_-]?(?:id|ids|uuid|guid|ulid|key|number|num|no|code|slug|ref|reference|handle|sku)$/i;
/** A name such as `taskId`, `task_id`, `TASK-NO`; not `valid` or `monkey`. */
const SUFFIXED =
  /(?:[a-z0-9](?:Id|ID|Ids|IDs|Uuid|UUID|Guid|Ulid|Key|Number|Num|No|Code|Slug|Ref|Reference|Handle|Sku)|.[_-](?:id|ids|uuid|guid|ulid|key|number|num|no|code|slug|ref|reference|handle|sku))$/;

/**
 * What the values of a field identify by its name alone: a class (`csrf`, `cursor`, `version`), an entity, or nothing.
 */
type NameMeaning = { kind: 'class' | 'entity'; entity: string } | { kind: 'own' } | { kind: 'none'; entity: string };

/**
 * What a value identifies by the context in which a response has it; null where the field's name is not that of an id,
 * token, cursor or version. `task` for `$.id` of `/tasks`, `$.task.id`, `$.taskId` and `$.items[*].task_id`.
 */
export function issuedEntity(context: ValueContext): string | null {
  const meaning = meaningOf(context.field);
  if (meaning.kind === 'own') return ownerOf(context);
  return meaning.kind === 'none' ? null : meaning.entity;
}

/** The same where a request sends it, which may also name the entity itself: `?task=17`. */
export function sentEntity(context: ValueContext): string {
  const meaning = meaningOf(context.field);
  return meaning.kind === 'own' ? ownerOf(context) : meaning.entity;
}

/** What the value of a path segment identifies; null if the segment before it names nothing. */
export function segmentEntity(before: string): string | null {
  if (LOOKUP.test(before)) return ANY_ENTITY;
  const entity = singular(before);
  const namesNothing =
    entity === '' || shapeOf(before) === 'integer' || isVariable(before) || VERBS.has(before.toLowerCase());
  return namesNothing ? null : entity;
}

/** `/orders/by-number/ORD-7` and `/users/byName/…` name the entity before. */
const LOOKUP = /^by(?:[-_.]|(?=[A-Z]))./;

/** Whether the name of a field says nothing about what its value identifies. */
export const namesNothing = (field: string): boolean => meaningOf(field).kind === 'none';

/** Whether a name is that of the id of the object that has it. */
export const isOwnName = (field: string): boolean => meaningOf(field).kind === 'own';

/** Whether a name is that of a cursor, also where it ends like that of a credential: `syncToken`. */
export function isCursorName(field: string): boolean {
  const meaning = meaningOf(field);
  return meaning.kind === 'class' && meaning.entity === 'cursor';
}

/** Whether an object of this name is only the wrapper of what a response is about. */
export const isWrapper = (parent: string, collection: string): boolean =>
  parent === '' || WRAPPERS.has(normal(parent)) || singular(parent) === singular(collection);

/** The last segment of a path that names a collection. */
export function collectionOf(path: string): string {
  const segments = path.split('?', 1)[0]?.split('/') ?? [];
  return (
    segments.findLast(
      (segment) => segment !== '' && !isVariable(segment) && !VERBS.has(segment.toLowerCase()) && !LOOKUP.test(segment),
    ) ?? ''
  );
}

const isVariable = (segment: string): boolean =>
  isMixed(segment) || (/\d/.test(segment) && !/^v\d$/i.test(segment) && !/^[a-z]+\d?$/i.test(segment));

function ownerOf({ parent, collection }: ValueContext): string {
  const owner = WRAPPERS.has(normal(parent)) || parent === '' ? collection : parent;
  return singular(owner) || ANY_ENTITY;
}

function meaningOf(field: string): NameMeaning {
  const known = KNOWN.get(normal(field));
  if (known !== undefined) return known;
  const [, prefix] = (SUFFIXED.test(field) && SUFFIX.exec(field)) || [];
  if (prefix === undefined) return { kind: 'none', entity: singular(field) };
  return { kind: 'entity', entity: RELATIONS.has(normal(prefix)) ? ANY_ENTITY : singular(prefix) };
}

const OWN: NameMeaning = { kind: 'own' };
const KNOWN: ReadonlyMap<string, NameMeaning> = new Map([
  ...Array.from(OWN_NAMES, (name): [string, NameMeaning] => [name, OWN]),
  ...CLASSES.flatMap(([entity, names]) =>
    Array.from(names, (name): [string, NameMeaning] => [name, { kind: 'class', entity }]),
  ),
]);

const normal = (name: string): string =>
  /^[a-z0-9]*$/.test(name) ? name : name.toLowerCase().replaceAll(/[^a-z0-9\u0080-\uffff]/g, '');

/** One word for `Tasks`, `task`, `create_task` and `createTask`. */
function singular(name: string): string {
  const word = normal(name.replace(/^(?:create|update|add|new|get|list|delete|find|remove)(?=[A-Z_-])/, ''));
  if (word.length <= 3 || /(?:ss|us|is)$/.test(word)) return word;
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (/(?:ch|sh|x|ss|z)es$/.test(word)) return word.slice(0, -2);
  return word.endsWith('s') ? word.slice(0, -1) : word;
}
