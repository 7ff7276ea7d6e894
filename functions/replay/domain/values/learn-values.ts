import type { Moments } from '../../../compare/domain/generated/current-time.ts';
import type { TapeWords } from '../../../platform/json/tape-words.ts';
import { isCredentialName } from '../../../recordings/domain/masks/credential-names.ts';
import { recordedOf, replayedOf, sentOf } from './note-case.ts';
import { sentAt } from './sent-values.ts';
import {
  addMapping,
  forget,
  isBound,
  isTimeEntity,
  keyOf,
  type Mapping,
  mappingOf,
  type SessionValues,
  type ValueMap,
} from './session-values.ts';
import { areIssuedTimes } from './times/issued-times.ts';
import { isCursorName } from './value-entity.ts';
import { isCreation, namesOf, type PairFacts, type ValuePair } from './value-pair.ts';
import { isRandom, MAX_VALUE_LENGTH, shapeOf, sharedShape } from './value-shape.ts';
import { seenAt } from './value-table.ts';

/** The exchange in which values are learned. */
export interface LearningFacts extends PairFacts {
  /** Position of the request in its session. */
  position: number;
  planItemId: string;
  operation: string;
  /** Memory for reading one JSON text at a time. */
  words?: TapeWords;
}

/** The same with when both responses were made, by their own clocks. */
interface TimedFacts extends LearningFacts {
  dates(): Moments | null;
}

/** Adds the mappings that a response justifies; returns those that hold for the whole run. */
export function learnValues(
  values: SessionValues,
  run: ValueMap,
  pairs: readonly ValuePair[],
  facts: TimedFacts,
): Mapping[] {
  const shared: Mapping[] = [];
  for (const pair of pairs) {
    const { recorded, replayed } = pair;
    const entity = meaningOf(pair);
    if (entity === undefined) continue;
    const known = mappingOf([values.own, run], recorded, entity);
    // A cookie that is set again replaces the one before, and so does a time: two resources may have been changed in
    // the same second. Any other value keeps its first mapping.
    const isReplaced = (pair.isCookie || isTimeEntity(entity)) && known?.replayed !== replayed;
    if (known !== undefined && !isReplaced) {
      const isOwn = values.own.byValue.has(keyOf(known.recorded, known.thing));
      if (!isOwn && known.replayed === replayed && isSentLater(values, pair, entity, facts))
        addMapping(values.own, known);
      continue;
    }
    if (REFUSALS.some((refuses) => refuses({ values, pair, entity, facts }))) continue;
    const location = `${facts.method} ${facts.operation} ${pair.location}`;
    const mapping = { recorded, replayed, thing: entity, from: { planItemId: facts.planItemId, place: location } };
    if (known !== undefined) forget(values.own, keyOf(recorded, entity), known);
    addMapping(values.own, mapping);
    if (isShared(pair, entity)) shared.push(mapping);
  }
  return shared;
}

/** What a pair's value identifies, null for a random one; undefined if it can never be mapped. */
function meaningOf({ recorded, replayed, entity, isCarrier }: ValuePair): string | null | undefined {
  if (recorded === '' || recorded.length > MAX_VALUE_LENGTH || replayed.length > MAX_VALUE_LENGTH) return undefined;
  const shape = shapeOf(recorded);
  if (shape !== null && isRandom(shape)) return null;
  // A URL with its query means one thing only.
  if (isCarrier && recorded.startsWith('/') && recorded.includes('?')) return null;
  return entity ?? undefined;
}

/** What another session taught is kept for this one, too: a run forgets its oldest mappings. */
const isSentLater = (
  values: SessionValues,
  { recorded }: ValuePair,
  entity: string | null,
  { position }: LearningFacts,
): boolean => (sentAt(sentOf(values), recorded, entity)?.last ?? -1) > position;

interface Considered {
  values: SessionValues;
  pair: ValuePair;
  /** Null: a random value. */
  entity: string | null;
  facts: TimedFacts;
}

type Refusal = (considered: Considered) => boolean;

const seenBefore = ({ facts: { position } }: Considered, seen: { first: number } | undefined): boolean =>
  seen !== undefined && seen.first < position;

/** Why a pair is a difference and no mapping. A pair that none of these refuses is the same value in both worlds. */
const REFUSALS: readonly Refusal[] = [
  // Values of different shapes cannot stand for each other.
  ({ pair: { recorded, replayed, isCarrier }, entity }) =>
    isTimeEntity(entity) ? false : isCarrier ? replayed === '' : sharedShape(recorded, replayed) === null,
  // A value that is not sent later needs no mapping, except for what the request created, credentials and cursors.
  ({ values, pair, entity, facts }) => {
    const sent = sentAt(sentOf(values), pair.recorded, entity);
    return !pair.isOwn && (sent === undefined || sent.last <= facts.position);
  },
  // A value that the client sent before any response issued it is its own constant.
  ({ values, pair, entity, facts }) => {
    const sent = sentAt(sentOf(values), pair.recorded, entity);
    if (pair.isCookie || sent === undefined || sent.first > facts.position) return false;
    // A time that is issued again was issued before it was sent.
    return !(isTimeEntity(entity) && mappingOf([values.own], pair.recorded, entity) !== undefined);
  },
  // A time is mapped if both sides have one form and are near the clock of their own responses.
  ({ pair: { recorded, replayed }, entity, facts: { dates } }) =>
    isTimeEntity(entity) && !areIssuedTimes(recorded, replayed, dates()),
  // Two recorded values never become one.
  // A faster replay changes in one second what was changed in two.
  ({ values: { own }, pair: { replayed }, entity }) => !isTimeEntity(entity) && own.images.has(keyOf(replayed, entity)),
  // A value that the target also knows under its recorded text is an identity.
  (considered) => {
    const { values, pair, entity, facts } = considered;
    if (pair.isCookie || (entity !== null && isBound(entity))) return false;
    const known = seenAt(replayedOf(values, facts.words), keyOf(pair.recorded, entity)) !== undefined;
    // In shifted sequences 18 is what 17 became.
    return known && (entity === null || !values.own.images.has(keyOf(pair.recorded, entity)));
  },
  // A replayed value that the target has shown before belongs to something else.
  (considered) => {
    const { values, pair, entity, facts } = considered;
    if (pair.isCookie || (entity !== null && isBound(entity))) return false;
    return seenBefore(considered, seenAt(replayedOf(values, facts.words), keyOf(pair.replayed, entity)));
  },
  // A replayed value that the recording has elsewhere belongs to something else, except in new sequences.
  ({ values, pair, entity, facts }) => {
    if (entity !== null && (isBound(entity) || isCreation(facts))) return false;
    return (
      seenAt(recordedOf(values, facts.words), keyOf(pair.replayed, entity)) !== undefined ||
      sentAt(sentOf(values), pair.replayed, entity) !== undefined
    );
  },
  // The id of a created resource is new: the recording has not shown it before.
  (considered) => {
    const { values, pair, entity, facts } = considered;
    const sent = sentAt(sentOf(values), pair.recorded, entity);
    const isSentAgain = sent !== undefined && sent.last > facts.position;
    return (
      !isSentAgain && seenBefore(considered, seenAt(recordedOf(values, facts.words), keyOf(pair.recorded, entity)))
    );
  },
];

/**
 * Ids, random revisions and cursors hold for every session; credentials, cookies and what a session alone has do not.
 */
function isShared({ recorded, entity, location, isCookie }: ValuePair, meaning: string | null): boolean {
  const shape = shapeOf(recorded);
  if (isCookie || shape === 'sealed' || shape === 'jwt' || recorded.startsWith('/')) return false;
  if (meaning !== null) return !isBound(meaning);
  const isOfOneSession = entity === null || entity === 'csrf' || entity.startsWith('cookie:');
  return !isOfOneSession && !namesOf(location).some((name) => isCredentialName(name) && !isCursorName(name));
}
