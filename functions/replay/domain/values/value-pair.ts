import { isCredentialName } from '../../../recordings/domain/masks/credential-names.ts';
import { decodedValue } from './encoded-value.ts';
import { withVersionOf } from './request-entities.ts';
import { areTimes, timeEntity } from './times/issued-times.ts';
import { isOwnName, issuedEntity, isWrapper, segmentEntity, sentEntity, type ValueContext } from './value-entity.ts';
import { isRandom, shapeOf, sharedShape } from './value-shape.ts';

/** What a recorded and a replayed response have at the same place. */
export interface ValuePair {
  recorded: string;
  replayed: string;
  /** What it identifies by its context; null if its context says nothing. */
  entity: string | null;
  /** The place in the response, as `$.id` or `location`. */
  location: string;
  /** Whether no later request has to send it: the id of a created resource, an issued credential, an opaque cursor. */
  isOwn?: boolean;
  /** The name of the parameter of a URL that has it. */
  parameter?: string;
  /**
   * Whether its place can only hold what identifies something, so that any text may: a cookie, an ETag, a signed URL.
   */
  isCarrier?: boolean;
  /** Whether the client takes it over whatever it sent before: a cookie. */
  isCookie?: boolean;
}

/** The request whose responses are compared. */
export interface PairFacts {
  method: string;
  path: string;
  /** Whether the recorded and the replayed response say that it succeeded. */
  succeeded: boolean;
  /** Whether a later request of the session sends a time. */
  sendsTimes?(): boolean;
}

/** Names of the members on a path of a difference: `items`, `id` for `items[0].id`. */
export function namesOf(path: string): string[] {
  const names = path.includes("['")
    ? Array.from(
        path.matchAll(/\[\d+\]|\['((?:[^'\\]|\\.)*)'\]|([^.[\]]+)/g),
        ([, quoted, plain]) => quoted ?? plain ?? '',
      )
    : // Most paths have no quoted name, and a body may differ in hundreds of places.
      path.split(/\[\d+\]|[.[\]]/);
  return names.filter((name) => name !== '' && name !== '$');
}

/** The context of a difference for what its value identifies; `collection`: that of the path of the request. */
export function contextOf(path: string, collection: string): ValueContext {
  const names = namesOf(path);
  return { field: names.at(-1) ?? '', parent: names.at(-2) ?? '', collection };
}

/** The text of a JSON string, number, or any other value as a difference shows it whole. */
export function plainOf(json: string): string {
  if (!json.startsWith('"')) return json;
  const value: unknown = JSON.parse(json);
  return String(value);
}

/** The pairs in two values of one field: the values themselves, or the parts of two URLs. */
export function fieldPairs(
  path: string,
  recorded: string,
  replayed: string,
  facts: PairFacts & Pick<ValueContext, 'collection'>,
): ValuePair[] {
  const isUrls = isUrl(recorded) && isUrl(replayed);
  const context = contextOf(path, facts.collection);
  const shown = path === '$' ? '$' : path.startsWith('@') ? path : `$.${path}`;
  const named = issuedEntity(context);
  if (isUrls) {
    const pairs = urlPairs(recorded, replayed, shown, named === 'cursor');
    return isCreation(facts) ? pairs.map(withIssuedParameter) : pairs;
  }
  const isOpaque = (named === 'cursor' || named === 'csrf') && isText(recorded) && isText(replayed);
  if (!isOpaque && areTimes(recorded, replayed))
    return facts.sendsTimes?.()
      ? [{ recorded, replayed, entity: timeEntity(named ?? sentEntity(context), recorded), location: shown }]
      : [];
  const isIssued = isCreation(facts) && isOwn(path, context);
  // The id of a created resource may look like a word.
  const mayBeId = shapeOf(recorded) !== null || (isIssued && sharedShape(recorded, replayed) !== null);
  if (!mayBeId && named !== 'cursor' && named !== 'csrf') return [];
  return [
    {
      recorded,
      replayed,
      entity: withVersionOf(named, facts.path),
      location: shown,
      isOwn: isOpaque || isIssued || (isCreation(facts) && isIssuedRandom(context.field, named, recorded, replayed)),
      isCarrier: isOpaque,
    },
  ];
}

/**
 * What a creation issued at random, also where no client has used it yet: the last token of a session that refreshes,
 * the revision of a document, the ids of the lines of an order. Lists that are read later show it.
 */
function isIssuedRandom(field: string, named: string | null, recorded: string, replayed: string): boolean {
  const shape = sharedShape(recorded, replayed);
  return shape !== null && isRandom(shape) && (named !== null || isCredentialName(field));
}

/** A link with a token that the response made, such as an invitation. */
function withIssuedParameter(pair: ValuePair): ValuePair {
  const { recorded, replayed, entity, parameter } = pair;
  return parameter !== undefined && isIssuedRandom(parameter, entity, recorded, replayed)
    ? { ...pair, isOwn: true }
    : pair;
}

/** A cursor of words and digits is opaque; a shorter one, or a number, may be an offset that means something. */
const MIN_CURSOR_LENGTH = 8;
const isText = (value: string): boolean => value.length >= MIN_CURSOR_LENGTH && !/^\d+$/.test(value);

/** Whether a request creates what its response identifies. */
export const isCreation = ({ method, succeeded }: PairFacts): boolean =>
  succeeded && (method === 'POST' || method === 'PUT');

/** The id of the object that a response is about: at its root, or inside a wrapper. */
function isOwn(path: string, context: ValueContext): boolean {
  const depth = namesOf(path).length;
  if (depth === 0 || depth > 2 || !isWrapper(context.parent, context.collection)) return false;
  if (isOwnName(context.field)) return true;
  const itself = issuedEntity({ field: 'id', parent: '', collection: context.collection });
  return issuedEntity(context) === itself;
}

const URL_TEXT = /^(?:https?:\/\/[^\s/]+)?\/(?!\/)\S*$/i;

/** Whether a text is an absolute URL or a path. */
export const isUrl = (text: string): boolean => URL_TEXT.test(text);

/** The pairs in two URLs: path and query as a whole, then segments in the same position and parameters of one name. */
export function urlPairs(recorded: string, replayed: string, location: string, isLastOwn: boolean): ValuePair[] {
  const [a, b] = [partsOf(recorded), partsOf(replayed)];
  const pairs: ValuePair[] = [];
  if (a.query !== '' && b.query !== '' && a.local !== b.local)
    pairs.push({ recorded: a.local, replayed: b.local, entity: null, location, isCarrier: true });
  if (a.segments.length === b.segments.length) {
    for (const [at, segment] of a.segments.entries()) {
      const other = b.segments[at] ?? '';
      if (segment === other) continue;
      const isLast = at === a.segments.length - 1;
      const named = segmentEntity(a.segments[at - 1] ?? '');
      const entity = areTimes(segment, other) ? timeEntity(named, segment) : named;
      pairs.push({ recorded: segment, replayed: other, entity, location, isOwn: isLastOwn && isLast });
    }
  }
  const others = new Map(parametersOf(b.query));
  for (const [field, value] of parametersOf(a.query)) {
    const other = others.get(field);
    if (other === undefined || other === value) continue;
    const parameterContext = { field, parent: '', collection: '' };
    const entity = areTimes(value, other)
      ? timeEntity(sentEntity(parameterContext), value)
      : issuedEntity(parameterContext);
    pairs.push({ recorded: value, replayed: other, entity, location, parameter: field });
  }
  return pairs;
}

const parametersOf = (query: string): [string, string][] =>
  query.split('&').map((pair) => {
    const [name = '', value = ''] = pair.split(/=(.*)/s, 2);
    return [decodedValue(name, true), decodedValue(value, true)];
  });

/** Path and query of a URL. */
export const localOf = (url: string): string => url.replace(/^https?:\/\/[^/]+/i, '').replace(/#.*$/, '');

function partsOf(url: string) {
  const local = localOf(url);
  const [path = '', query = ''] = local.split(/\?(.*)/s, 2);
  const segments = path.split('/').map((segment) => decodedValue(segment, false));
  return { local, query, segments };
}
