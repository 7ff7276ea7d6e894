import { compareResponses, type RecordedAnswer } from '../../../compare/domain/compare-responses.ts';
import type { Comparison, Difference } from '../../../compare/domain/difference.ts';
import { covered } from '../../../compare/domain/expected/expected-changes.ts';
import { datesOf } from '../../../compare/domain/generated/answer-date.ts';
import { withoutGenerated } from '../../../compare/domain/headers/without-generated.ts';
import { isPageLocation } from '../../../compare/domain/json/paths.ts';
import { type CompiledRules, HEADERS_SUBJECT } from '../../../compare/domain/rules/rules.ts';
import type { OutboundOutcome } from '../../../platform/outbound/outbound.ts';
import { addressMaps } from './address-mapping.ts';
import { differenceBuffer, reportedOf } from './difference-buffer.ts';
import { headerPairs } from './header-pairs.ts';
import { htmlPairs } from './html-pairs.ts';
import { type LearningFacts, learnValues } from './learn-values.ts';
import { MAX_LISTED, type UsedMapping } from './mapped-request.ts';
import { mappingsBetween } from './mapped-text.ts';
import { renamedMembers } from './members/renamed-members.ts';
import { sentOf } from './note-case.ts';
import { withVersionOf } from './request-entities.ts';
import { isTimeEntity, type Mapping, mappingOf, type SessionValues, TIME_OF, type ValueMap } from './session-values.ts';
import { isTimeText, timeEntity } from './times/issued-times.ts';
import { ANY_ENTITY, collectionOf, issuedEntity, sentEntity } from './value-entity.ts';
import { contextOf, fieldPairs, isUrl, localOf, type PairFacts, plainOf, type ValuePair } from './value-pair.ts';
import { seenAt } from './value-table.ts';

export interface MappedComparison extends Comparison {
  /** The first 100 mapped fields, and every mapping at least once. */
  used: UsedMapping[];
  /** Number of mapped fields. */
  mapped: number;
  /** Mappings that hold for the whole run. */
  shared: Mapping[];
}

type Answer = Extract<OutboundOutcome, { kind: 'response' }>;

/** Who compares with what: learns from the response unless `learning` is null (a result that is compared again). */
export interface Comparing {
  values: SessionValues;
  run: ValueMap;
  /** The address of the target in place of the recorded one; null if both are the same. */
  address: Mapping | null;
  learning: LearningFacts | null;
  request: Pick<PairFacts, 'method' | 'path'>;
}

/**
 * Compares a recorded response with the outcome of its replay, learns which values the target issued in place of
 * recorded ones, and leaves out fields whose two values are mapped to each other.
 */
export function compareMapped(
  recorded: RecordedAnswer,
  replayed: OutboundOutcome,
  rules: CompiledRules,
  comparing: Comparing,
): MappedComparison {
  const { values, run, address, learning, request } = comparing;
  const maps = [values.own, run, ...addressMaps(address)];
  const buffer = differenceBuffer(aliasOf([values.own, run]));
  compareResponses(recorded, replayed, rules, buffer);
  const { differences } = buffer;
  const shared =
    learning !== null && replayed.kind === 'response'
      ? learnValues(values, run, pairsOf(recorded, replayed, differences, withTimes(values, learning)), {
          ...learning,
          dates: () => datesOf(recorded, replayed),
        })
      : [];
  if (buffer.isFull) return { ...compareResponses(recorded, replayed, rules), used: [], mapped: 0, shared };

  const used: UsedMapping[] = [];
  const listed = new Set<Mapping>();
  let mapped = 0;
  const renamed = renamedMembers(differences, maps);
  const left = differences.filter((difference) => {
    const member = renamed.get(difference);
    const found = member
      ? [member]
      : mappingsAt(difference, { recorded, replayed, maps, request, issuing: learning?.planItemId });
    if (found === null) return true;
    mapped++;
    for (const mapping of found) {
      // A later comparison of the stored responses needs each mapping once.
      if (used.length >= MAX_LISTED && listed.has(mapping)) continue;
      listed.add(mapping);
      used.push({ ...mapping, path: difference.path });
    }
    return false;
  });
  return { ...reportedOf(left.map((one) => covered(one, rules.covering))), used, mapped, shared };
}

/** What a recorded identity stands for: elements of lists whose identities are mapped to each other are pairs. */
export const aliasOf = (maps: readonly ValueMap[]) =>
  maps.every(({ byValue }) => byValue.size === 0)
    ? undefined
    : (value: string): string | undefined =>
        (mappingOf(maps, value, null) ?? mappingOf(maps, value, ANY_ENTITY))?.replayed;

/** Most sessions send no times: those of their responses are passed over. */
const withTimes = (values: SessionValues, facts: LearningFacts): LearningFacts => ({
  ...facts,
  sendsTimes: () => (seenAt(sentOf(values), TIME_OF)?.last ?? -1) > facts.position,
});

function pairsOf(
  recorded: RecordedAnswer,
  replayed: Answer,
  differences: readonly Difference[],
  facts: LearningFacts,
): ValuePair[] {
  const pairs: ValuePair[] = [];
  const isPage = differences.some(({ kind, subject }) => kind === 'UNSTRUCTURED_CONTENT' || isPageLocation(subject));
  if (isPage) pairs.push(...htmlPairs(textOf(recorded.body), textOf(replayed.body)));
  const fieldFacts = { ...facts, collection: collectionOf(facts.path) };
  for (const { kind, path, recorded: a, replayed: b } of differences) {
    // Pairs of headers are found in the headers themselves, and those of a page in its fields and links.
    if (path.startsWith(HEADERS_SUBJECT) || isPageLocation(path)) continue;
    if (kind === 'FIELD_VALUE' && a !== null && b !== null)
      pairs.push(...fieldPairs(path, plainOf(a), plainOf(b), fieldFacts));
  }
  return [...pairs, ...headerPairs(recorded.headers, replayed.headers, facts)];
}

const textOf = (body: Uint8Array): string => Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString();

/** URLs of a header without what an address in them brings along: the scheme, and its form inside a query. */
const plainUrls = (text: string): string =>
  text
    .replaceAll(/%3a/gi, ':')
    .replaceAll(/%2f/gi, '/')
    .replaceAll(/\bhttps:\/\//gi, 'http://');

/** The mappings that explain a difference; null if it is one. */
export function mappingsAt(
  { kind, path, rule, recorded: a, replayed: b }: Difference,
  context: {
    recorded: RecordedAnswer;
    replayed: OutboundOutcome;
    maps: readonly ValueMap[];
    /** The request whose response has just been learned from. */
    issuing?: string | undefined;
  } & Pick<Comparing, 'request'>,
): Mapping[] | null {
  const { recorded, replayed, maps, request, issuing } = context;
  if (rule !== null) return null;
  if (kind === 'UNSTRUCTURED_CONTENT' && path === 'response' && replayed.kind === 'response' && !replayed.truncated) {
    const found = mappingsBetween(textOf(recorded.body), textOf(replayed.body), maps);
    return found?.length ? found : null;
  }
  if (kind !== 'FIELD_VALUE' || a === null || b === null) return null;
  if (maps.every(({ byValue }) => byValue.size === 0)) return null;
  const [value, other] = [plainOf(a), plainOf(b)];
  const isKnown = maps.some(({ byValue, entities }) => byValue.has(value) || entities.has(value));
  const valueContext = isKnown ? contextOf(path, collectionOf(request.path)) : null;
  const named = valueContext && (issuedEntity(valueContext) ?? sentEntity(valueContext));
  const entity = named && (isTimeText(value) ? timeEntity(named, value) : withVersionOf(named, request.path));
  const whole = isKnown ? mappingOf(maps, value, entity) : undefined;
  // Whether the time that a response issues is right, no mapping says that it has taught.
  if (whole !== undefined && isTimeEntity(whole.thing) && whole.from.planItemId === issuing) return null;
  if (whole !== undefined) return whole.replayed === other ? [whole] : null;
  if (!a.startsWith('"')) return null;
  if (isUrl(value) && isUrl(other)) {
    const [local, otherLocal] = [localOf(value), localOf(other)];
    const found = mappingOf(maps, local, null);
    if (found?.replayed === otherLocal && value.replace(local, otherLocal) === other) return [found];
  }
  const inside = path.startsWith(HEADERS_SUBJECT)
    ? mappingsBetween(plainUrls(value), plainUrls(withoutGenerated(value, other)), maps)
    : mappingsBetween(value, other, maps);
  return inside?.length ? inside : null;
}
