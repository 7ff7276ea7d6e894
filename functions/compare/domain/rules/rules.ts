import * as v from 'valibot';
import {
  JSON_PATH_FORM,
  MAX_PATH_LENGTH,
  parseJsonPath,
  type Step,
  stepsOf,
} from '../../../platform/json/json-path.ts';
import { accept, type Result, refuse } from '../../../platform/result.ts';
import { CallKind, type RecordedCall } from '../../../recordings/domain/recorded-case.ts';
import { isExpectedId } from '../expected/expectation-ids.ts';
import type { Covering, ExpectedChange } from '../expected/expected-change.ts';
import { coveringOf, type ExpectedFor } from '../expected/expected-changes.ts';
import { type CompareMemory, compareMemory } from '../json/compare-memory.ts';
import type { Kind } from '../kinds.ts';
import { type HeaderSelection, headerSelection } from './header-selection.ts';
import { CompareRuleKind } from './rule-kind.ts';
import { type Effect, type Pattern, type RuleState, type RuleStates, ruleStates } from './rule-states.ts';
import { RULE_TRAITS } from './rule-traits.ts';

/** Maximum characters of a rule's target. */
const MAX_TARGET_LENGTH = 256;

const amount = v.optional(v.pipe(v.number(), v.finite(), v.minValue(0)));

/** A compare rule (interface 11). */
export const CompareRule = v.object({
  ruleId: v.pipe(v.string(), v.nonEmpty(), v.maxLength(128)),
  kind: CompareRuleKind,
  /** The endpoint that it applies to; null for the whole application. */
  operation: v.nullable(v.pipe(v.string(), v.nonEmpty(), v.maxLength(1024))),
  target: v.pipe(
    v.string(),
    v.nonEmpty(),
    v.maxLength(MAX_TARGET_LENGTH),
    v.regex(/^\P{Cc}*$/u),
    v.description(
      'The compared part: response, response-headers, a kind of downstream call (http, database, cache, message, other), or the name of a downstream. Of response headers, those that an include-only rule selects are compared; by default those that mean something to clients, such as Location and Content-Type.',
    ),
  ),
  path: v.pipe(
    v.string(),
    v.nonEmpty(),
    v.check((path) => parseRulePath(path).ok),
    v.metadata({
      jsonSchema: { maxLength: MAX_PATH_LENGTH },
      description: "JSONPath (RFC 9535) of names, indices, *, .. and [?@.key=='v']. The leading $. is optional.",
    }),
  ),
  /**
   * For `array-key`: member paths that together identify an element of the list; the order of its elements does not
   * count.
   */
  keys: v.optional(
    v.pipe(
      v.array(
        v.pipe(
          v.string(),
          v.check((key) => parseKey(key) !== null),
        ),
      ),
      v.minLength(1),
      v.maxLength(8),
      v.metadata({
        description:
          'For array-key: member paths that together identify an element, such as id or product.sku. The order of the list does not count.',
      }),
    ),
  ),
  /** For `tolerance`: absolute or relative; for `time-tolerance`: ms. */
  tolerance: v.optional(v.object({ absolute: amount, relative: amount, ms: amount })),
  /** `built-in`: not stored, see built-in-rules.ts. */
  origin: v.picklist(['person', 'noise-reduction', 'built-in']),
  comment: v.optional(v.pipe(v.string(), v.maxLength(2000))),
  createdBy: v.pipe(v.string(), v.nonEmpty(), v.maxLength(320)),
  /** Epoch ms. */
  createdAt: v.pipe(v.number(), v.integer(), v.minValue(0)),
});
export type CompareRule = v.InferOutput<typeof CompareRule>;

/** What comparisons and findings apply: compare rules, and the changes that people expect. */
export type RuleInForce = CompareRule | ExpectedChange;

/** Whether this is an expected change. */
export const isExpectedChange = (rule: RuleInForce): rule is ExpectedChange => isExpectedId(rule.ruleId);

/** The compare rules among the rules in force. */
export const compareRulesIn = (rules: readonly RuleInForce[]): CompareRule[] =>
  rules.filter((rule): rule is CompareRule => !isExpectedChange(rule));

const { entries } = CompareRule;

/** The members of a rule that its author provides; the service sets the others. */
export const RuleBody = v.object({
  kind: entries.kind,
  operation: v.optional(entries.operation, null),
  target: v.optional(entries.target, 'response'),
  path: entries.path,
  keys: entries.keys,
  tolerance: entries.tolerance,
  comment: entries.comment,
});

/** Ids that URLs carry unescaped; `.` and `..` would resolve to another path. */
const RULE_ID = /^(?!\.{1,2}$)[A-Za-z0-9._:-]{1,128}$/;

/** Parses a rule; the error names the first invalid member (interface 11). */
export function parseCompareRule(input: unknown): Result<CompareRule, 'INVALID_RULE'> {
  const parsed = v.safeParse(CompareRule, input);
  if (!parsed.success) return invalid(String(parsed.issues[0].path?.[0]?.key ?? 'rule'));
  const rule = parsed.output;
  if (!RULE_ID.test(rule.ruleId)) return invalid('ruleId');
  const lacking = lackingOf(rule);
  return lacking === null ? accept(rule) : invalid(lacking);
}

/** The member that a rule lacks and its kind needs. */
function lackingOf({ kind, keys, tolerance = {} }: CompareRule): 'keys' | 'tolerance' | null {
  const { needs } = RULE_TRAITS[kind];
  switch (needs) {
    case 'keys':
      return keys === undefined ? 'keys' : null;
    case 'amount':
      return tolerance.absolute === undefined && tolerance.relative === undefined ? 'tolerance' : null;
    case 'duration':
      return tolerance.ms === undefined ? 'tolerance' : null;
    case null:
      return null;
  }
}

const invalid = (field: string) => refuse('INVALID_RULE', MESSAGES[field] ?? `${field} is missing or invalid`);

const MESSAGES: Record<string, string> = {
  rule: 'a rule must be a JSON object',
  ruleId: 'ruleId must be 1 to 128 of A-Z a-z 0-9 . _ : -, neither . nor ..',
  kind: `kind must be one of ${CompareRuleKind.options.join(', ')}`,
  path: `path must be ${JSON_PATH_FORM}`,
  target: `target must be response, response-headers, a kind of call (${CallKind.options.join(', ')}) or the name of a downstream, at most ${MAX_TARGET_LENGTH} characters`,
  keys: 'keys must be 1 to 8 member paths inside an element, such as id or product.sku',
  tolerance: 'tolerance must have absolute or relative (kind tolerance) or ms (kind time-tolerance), none below 0',
};

/** The names of a member path inside an element; null if it is invalid. */
function parseKey(key: string): string[] | null {
  const steps = parseRulePath(key);
  if (!steps.ok) return null;
  const names = steps.value.map(({ descend, selectors: [selector, another] }) =>
    !descend && another === undefined && selector?.type === 'name' ? selector.name : null,
  );
  return names.length > 0 && names.every((name) => name !== null) ? names : null;
}

function effectOf({ kind, keys = [], tolerance = {} }: CompareRule): Effect {
  switch (kind) {
    case 'array-key':
      return { kind, keys: keys.flatMap((key) => [parseKey(key) ?? []]) };
    case 'tolerance':
      return { kind, absolute: tolerance.absolute ?? 0, relative: tolerance.relative ?? 0 };
    case 'time-tolerance':
      return { kind, ms: tolerance.ms ?? 0 };
    case 'ignore':
    case 'ignore-order':
    case 'ignore-case':
    case 'null-is-absent':
    case 'include-only':
      return { kind };
  }
}

/** The prefix of header subjects; no field of a body is written like that. */
export const HEADERS_SUBJECT = '@headers';

/** The rules of one endpoint, compiled for node-by-node evaluation during a comparison. */
export interface CompiledRules extends Omit<HeaderSelection, 'patterns'> {
  readonly states: RuleStates;
  /** The rules of headers. */
  readonly headers: RuleStates;
  /** The rules of a downstream call: those whose target is its kind or its name. */
  calls(call: Pick<RecordedCall, 'kind' | 'target'>): RuleStates;
  /**
   * The first rule that covers this normalised path, for findings recomputed from stored subjects. Only rules of names,
   * `*`, `..` and `[*]` apply: a rule with an index or a filter, or one that depends on values, cannot be decided from
   * a subject. A rule that ignores the order of a list covers its difference of kind `ARRAY_ORDER` only. Not for
   * subjects that are not paths (`response`, `500`).
   */
  ruleFor(subject: string, kind?: Kind): string | null;
  /** The expected changes that hold for the compared request; null if there are none, or no request is given. */
  readonly covering: Covering | null;
  /** The same rules with the expected changes that hold for a request. */
  forRequest(request: ExpectedFor): CompiledRules;
}

const OPERATION_OF_PATH = /^((?:[A-Z]+ )?\/[^#]*)#/;

/** Names by which rules mean an endpoint: its own, and that of the path of a GraphQL, JSON-RPC or SOAP operation. */
export function ruleNames(operation: string): string[] {
  const path = OPERATION_OF_PATH.exec(operation)?.[1];
  return path === undefined ? [operation] : [operation, path];
}

/** Compiles the rules of an endpoint; those whose path cannot be read are left out. `memory` is of one owner. */
export function compileRules(
  rules: readonly RuleInForce[],
  operation: string,
  memory: CompareMemory = compareMemory(),
): CompiledRules {
  const names = ruleNames(operation);
  const ofEndpoint = compareRulesIn(rules).filter((rule) => rule.operation === null || names.includes(rule.operation));
  const expected = coveringOf(rules.filter(isExpectedChange).filter((change) => change.operation === operation));
  const patternsFor = (...targets: CompareRule['target'][]) =>
    ofEndpoint
      .filter(({ target }) => targets.includes(target))
      .flatMap((rule): Pattern[] => {
        const steps = parseRulePath(rule.path);
        return steps.ok ? [{ ruleId: rule.ruleId, steps: steps.value, effect: effectOf(rule) }] : [];
      });
  const patterns = patternsFor('response');
  const { patterns: ofHeaders, ...selection } = headerSelection(patternsFor('response-headers'));
  const ofCalls = new Map<string, RuleStates>();
  const decidableOf = (some: readonly Pattern[]) =>
    ruleStates(
      some.filter(({ steps }) => steps.every(isPathOnly)),
      memory,
    );
  const decidable = decidableOf(patterns);
  const decidableOfHeaders = decidableOf(ofHeaders);
  const knownOfField = new Map<string, string | null>();
  const knownOfOrder = new Map<string, string | null>();

  const compiled: CompiledRules = {
    states: ruleStates(patterns, memory),
    headers: ruleStates(ofHeaders, memory),
    covering: null,
    forRequest(request) {
      const covering = expected?.(request) ?? null;
      return covering === null ? compiled : { ...compiled, covering };
    },
    ...selection,

    calls({ kind, target }) {
      // A downstream whose name means a part of the response has no rules by its name.
      const targets = isResponseTarget(target) ? [kind] : [kind, target];
      const found = patternsFor(...targets);
      // Targets without rules of their own share their states.
      const key = JSON.stringify(found.map(({ ruleId }) => ruleId));
      const states = ofCalls.get(key) ?? ruleStates(found, memory);
      ofCalls.set(key, states);
      return states;
    },

    ruleFor(subject, kind) {
      const known = kind === 'ARRAY_ORDER' ? knownOfOrder : knownOfField;
      let ruleId = known.get(subject);
      if (ruleId === undefined) {
        const state = subject.startsWith(HEADERS_SUBJECT)
          ? stateAt(decidableOfHeaders, `$${subject.slice(HEADERS_SUBJECT.length)}`)
          : stateAt(decidable, subject);
        const ofOrder =
          kind === 'ARRAY_ORDER' ? state?.acting.find(({ effect }) => effect.kind === 'ignore-order') : null;
        ruleId = state?.ignoredBy ?? ofOrder?.ruleId ?? null;
        if (known.size < MAX_SUBJECTS) known.set(subject, ruleId);
      }
      return ruleId;
    },
  };
  return compiled;
}

/** Whether rules of this target are about the response, and not about downstream calls. */
export const isResponseTarget = (target: CompareRule['target']): boolean =>
  target === 'response' || target === 'response-headers';

const MAX_SUBJECTS = 100_000;

/** Whether names alone decide a step: no index and no filter. */
export const isPathOnly = ({ selectors }: Step) => selectors.every(({ type }) => type === 'name' || type === 'any');

function stateAt(states: RuleStates, subject: string): RuleState | null {
  const steps = stepsOf(subject);
  if (steps === null) return null;
  let state = states.root;
  for (const { selectors } of steps) {
    const [selector] = selectors;
    // Only a wildcard covers a folded name (`*`) and an element, and no member has the empty filter's name.
    if (selector?.type === 'name') state = states.member(state, selector.name, never);
    else state = states.element(state, -1, 0, never);
  }
  return state;
}

const never = () => false;

/** Parses a rule's path (interface 11). */
export function parseRulePath(text: string): Result<Step[], 'INVALID_RULE'> {
  const steps = parseJsonPath(text);
  return steps === null ? refuse('INVALID_RULE', `path must be ${JSON_PATH_FORM}`) : accept(steps);
}
