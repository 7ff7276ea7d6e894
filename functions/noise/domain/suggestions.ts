import * as v from 'valibot';
import { isNodeKind, type Kind } from '../../compare/domain/kinds.ts';
import { parseRulePath } from '../../compare/domain/rules/rules.ts';
import { isSensitiveName } from '../../compare/domain/sensitive-field.ts';
import { fullJsonPath } from '../../platform/json/json-path.ts';
import { sha256Hex } from '../../platform/values/sha256.ts';
import { compareText } from '../../platform/values/text-order.ts';
import { isCredentialName } from '../../recordings/domain/masks/credential-names.ts';
import type { Cluster } from '../../replay/domain/results/clusters.ts';
import { shownByBaseline } from './baseline/shown-by-baseline.ts';
import { coveredLocations } from './covered-locations.ts';
import { explainedByOthers } from './explained-by-others.ts';
import { lastNameOf } from './last-name.ts';
import { type FieldNoise, type NoiseFacts, NoiseReason, NoisyCall, ReasonCount } from './noise-facts.ts';

/** A field that noise reduction suggests ignoring (interface 3.1). */
export const Suggestion = v.object({
  id: v.string(),
  operation: v.string(),
  /** The field's normalised path, as in findings; of a downstream call with its target and operation. */
  path: v.string(),
  /** Of a field of a downstream call only. */
  call: v.optional(NoisyCall),
  /** The rule that applying makes: one that ignores the field, or only the order of the list at `path`. */
  ruleKind: v.optional(v.picklist(['ignore', 'ignore-order']), 'ignore'),
  /** The reason that explains the most requests. */
  reason: NoiseReason,
  /** Counts and formats, never values: the number of requests, how many were sent again, and the reasons. */
  evidence: v.object({ requests: v.number(), sentAgain: v.number(), reasons: v.array(ReasonCount) }),
  status: v.picklist(['SUGGESTED', 'APPLIED', 'REVERTED']),
});
export type Suggestion = v.InferOutput<typeof Suggestion>;

/** A round, with the address of its running build. */
export interface NoisyRound {
  planId: string;
  round: number;
  baselineEnv?: string | undefined;
}

/** Path of the rule that ignores a suggested field (interface 11). */
export const rulePathOf = (subject: string): string => fullJsonPath(subject);

/**
 * The fields of a round that noise alone explains, in every request in which their value differs, at every place.
 * Excludes fields that also changed in another way, and fields whose rule would cover a place that did.
 */
export function suggestionsOf(round: NoisyRound, facts: NoiseFacts, clusters: readonly Cluster[]): Suggestion[] {
  const operationOf = ({ operation }: { operation: string }) => operation;
  const explained = explainedByOthers(facts.fields);
  const shown = round.baselineEnv === undefined ? explained : explained.map(shownByBaseline);
  const judged = Map.groupBy(shown, operationOf);
  const changed = Map.groupBy(facts.changed, operationOf);
  const compared = Map.groupBy(clusters, operationOf);
  const unjudged = new Set(facts.unjudged);
  return [...judged]
    .filter(([operation]) => !unjudged.has(operation))
    .flatMap(([operation, fields]) => {
      const changes = changesOf(changed.get(operation) ?? [], compared.get(operation) ?? []);
      const { values = [], orders = [] } = Object.groupBy(fields, ({ order }) =>
        order === true ? 'orders' : 'values',
      );
      return [...suggestedOf(values, changes), ...suggestedOrders(orders, changes)];
    })
    .map((field) => suggestionOf(round, field))
    .sort((a, b) => compareText(a.operation, b.operation) || compareText(a.path, b.path));
}

interface Changes {
  /** Fields with differences other than of value, and those of which a further answer did not have what was missing. */
  otherwise: ReadonlySet<string>;
  /** New fields, and those of them that a further answer did not explain. */
  isNew: ReadonlySet<string>;
  isNewAgain: ReadonlySet<string>;
  /** Number of requests in which a field's value differs, or that lack it, as compared. */
  ofValue: ReadonlyMap<string, number>;
  /** The same of requests in which a field is new. */
  ofNew: ReadonlyMap<string, number>;
  /** The same of the order of a list. */
  ofOrder: ReadonlyMap<string, number>;
}

/** The changes of one endpoint. */
function changesOf(changed: NoiseFacts['changed'], clusters: readonly Cluster[]): Changes {
  const otherwise = new Set<string>();
  const isNew = new Set<string>();
  for (const { subject, kind } of changed) (kind === 'NEW_FIELD' ? isNew : otherwise).add(subject);
  const isNewAgain = new Set(isNew);
  const ofNew = new Map<string, number>();
  const ofValue = new Map<string, number>();
  const ofOrder = new Map<string, number>();
  for (const { differences, requests } of clusters) {
    for (const { kind, subject, rule } of differences) {
      if (kind === 'NEW_FIELD') {
        isNew.add(subject);
        ofNew.set(subject, (ofNew.get(subject) ?? 0) + requests);
        if (rule !== null) isNewAgain.add(subject);
      }
      if (
        isNodeKind(kind) &&
        kind !== 'NEW_FIELD' &&
        kind !== 'FIELD_VALUE' &&
        (kind !== 'FIELD_MISSING' || rule !== null)
      )
        otherwise.add(subject);
      if (IN_FIELDS.has(kind) && rule === null) ofValue.set(subject, (ofValue.get(subject) ?? 0) + requests);
      if (kind === 'ARRAY_ORDER' && rule === null) ofOrder.set(subject, (ofOrder.get(subject) ?? 0) + requests);
    }
  }
  return { otherwise, isNew, isNewAgain, ofValue, ofNew, ofOrder };
}

/** Kinds of difference that facts of fields explain. */
const IN_FIELDS: ReadonlySet<Kind> = new Set(['FIELD_VALUE', 'FIELD_MISSING', 'CALL_PARAMETERS']);

function suggestedOf(fields: readonly FieldNoise[], changes: Changes): FieldNoise[] {
  const { otherwise, isNew, isNewAgain, ofValue, ofNew } = changes;
  // What the running build has in one of two responses only is new to none of its requests.
  const isNewNowhere = ({ subject, requests }: FieldNoise) =>
    !isNew.has(subject) ||
    (!isNewAgain.has(subject) && requests >= (ofValue.get(subject) ?? 0) + (ofNew.get(subject) ?? 0));
  const explained = fields.filter(
    (field) =>
      field.unexplained === 0 &&
      !isOneValue(field) &&
      field.requests >= (ofValue.get(field.subject) ?? 0) &&
      !otherwise.has(field.subject) &&
      // What appears some time after a write may do so sooner than it did in the recording.
      (appearsLater(field) || isNewNowhere(field)) &&
      isSuggestible(field.call?.field ?? field.subject, isFormKnown(field) ? isPersonalName : isSensitiveName),
  );
  const subjects = new Set(explained.map(({ subject }) => subject));
  const remaining = [...otherwise, ...isNew, ...ofValue.keys(), ...fields.map(({ subject }) => subject)].filter(
    (subject) => !subjects.has(subject),
  );
  const isCovering = coveredLocations(remaining, 'below');
  return explained.filter(({ subject }) => !isCovering(subject));
}

const appearsLater = ({ reasons }: FieldNoise): boolean => reasons.some(({ reason }) => reason === 'APPEARS_LATER');

/**
 * Whether several requests have the same value, which only its form explains: a constant may be one of the new build.
 */
const isOneValue = ({ byForm, subject }: FieldNoise): boolean =>
  byForm !== undefined && byForm.requests > 1 && byForm.value !== null && !isCredentialName(lastNameOf(subject));

/** Reasons that know the form of a value on both sides, whatever the field is named. */
const KNOWN_FORMS: ReadonlySet<NoiseReason> = new Set(['RANDOM_ID', 'TOKEN_CLAIMS', 'SALTED_HASH']);

/** Whether one of these reasons explains every request. */
const isFormKnown = ({ reasons, requests }: FieldNoise): boolean =>
  reasons.some((by) => KNOWN_FORMS.has(by.reason) && by.requests === requests);

/** Names of personal data, which nothing generates, as opposed to tokens, keys and hashes of passwords. */
const isPersonalName = (name: string): boolean => isSensitiveName(name) && !isCredentialName(name);

/** Of the requests in which the order of a list differs, the share in which that must be seen to be noise. */
const MIN_SHARE_OF_ORDER = 1 / 3;

/** Lists whose order noise alone explains. Their rules leave every other difference, so that only orders matter. */
function suggestedOrders(orders: readonly FieldNoise[], { ofOrder }: Changes): FieldNoise[] {
  const explained = orders.filter(({ subject, unexplained, requests, reasons }) => {
    const seen = Math.max(0, ...reasons.map((by) => by.requests));
    const isNoise = unexplained === 0 && seen > 0 && seen >= MIN_SHARE_OF_ORDER * requests;
    return isNoise && requests >= (ofOrder.get(subject) ?? 0) && (subject === ROOT || isSuggestible(subject));
  });
  const subjects = new Set(explained.map(({ subject }) => subject));
  const remaining = [...ofOrder.keys(), ...orders.map(({ subject }) => subject)].filter((one) => !subjects.has(one));
  const isCovering = coveredLocations(remaining, 'place');
  return explained.filter(({ subject }) => !isCovering(subject));
}

const ROOT = '$';

/** Whether a rule can name a field, the field is not the whole response, and no excluded name is in its path. */
function isSuggestible(subject: string, isExcluded: (name: string) => boolean = isSensitiveName): boolean {
  const steps = subject.startsWith('@') ? null : parseRulePath(rulePathOf(subject));
  if (!steps?.ok || steps.value.length === 0) return false;
  return steps.value.every(({ descend, selectors }) =>
    selectors.every((selector) => !descend && (selector.type !== 'name' || !isExcluded(selector.name))),
  );
}

function suggestionOf({ planId, round }: NoisyRound, field: FieldNoise): Suggestion {
  const { operation, subject, call, order, requests, sentAgain } = field;
  const reasons = field.reasons.toSorted((a, b) => b.requests - a.requests);
  const ruleKind = order === true ? 'ignore-order' : 'ignore';
  const named = [planId, round, operation, subject, ...(order === true ? [ruleKind] : [])];
  return {
    id: sha256Hex(JSON.stringify(named)).slice(0, 24),
    operation,
    path: subject,
    ...(call && { call }),
    ruleKind,
    reason: reasons[0]?.reason ?? 'DIFFERS_BETWEEN_REPLAYS',
    evidence: { requests, sentAgain, reasons },
    status: 'SUGGESTED',
  };
}
