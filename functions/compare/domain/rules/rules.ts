import * as v from 'valibot';
import { accept, type Result, refuse } from '../../../platform/result.ts';
import { LONGEST_PATH, readRulePath, type Step, stepsOf } from './rule-path.ts';
import { type Effect, type Pattern, type RuleStates, ruleStates } from './rule-states.ts';

/** What a rule does to the nodes that its path selects (interface 11). */
export const CompareRuleKind = v.picklist([
  'ignore',
  'ignore-order',
  'array-key',
  'tolerance',
  'time-tolerance',
  'ignore-case',
  'null-is-absent',
  'include-only',
]);

const amount = v.optional(v.pipe(v.number(), v.finite(), v.minValue(0)));

/** A compare rule (interface 11). */
export const CompareRule = v.object({
  ruleId: v.pipe(v.string(), v.nonEmpty(), v.maxLength(128)),
  kind: CompareRuleKind,
  /** The endpoint it is for; null for all of the application. */
  operation: v.nullable(v.pipe(v.string(), v.nonEmpty(), v.maxLength(1024))),
  /** Headers count only where an include-only rule asks for them. */
  target: v.picklist(['response', 'response-headers']),
  path: v.pipe(
    v.string(),
    v.nonEmpty(),
    v.check((path) => readRulePath(path).ok),
    v.metadata({
      jsonSchema: { maxLength: LONGEST_PATH },
      description: "JSONPath (RFC 9535) of names, indices, *, .. and [?@.key=='v']; $. may be left out.",
    }),
  ),
  /** Of `array-key`: member paths that together identify an element of the list; the order of its elements does not count. */
  keys: v.optional(
    v.pipe(
      v.array(
        v.pipe(
          v.string(),
          v.check((key) => readKey(key) !== null),
        ),
      ),
      v.minLength(1),
      v.maxLength(8),
      v.metadata({
        description:
          'Of array-key: member paths that together identify an element, such as id or product.sku. The order of the list does not count.',
      }),
    ),
  ),
  /** Of `tolerance`: absolute or relative; of `time-tolerance`: ms. */
  tolerance: v.optional(v.object({ absolute: amount, relative: amount, ms: amount })),
  /** `built-in`: not stored, see built-in-rules.ts. */
  origin: v.picklist(['person', 'noise-reduction', 'built-in']),
  comment: v.optional(v.pipe(v.string(), v.maxLength(2000))),
  createdBy: v.pipe(v.string(), v.nonEmpty(), v.maxLength(320)),
  /** Epoch ms. */
  createdAt: v.pipe(v.number(), v.integer(), v.minValue(0)),
});
export type CompareRule = v.InferOutput<typeof CompareRule>;

const { kind, operation, target, path, keys, tolerance, comment } = CompareRule.entries;

/** What a person says of a rule; the rest is the service's. */
export const RuleBody = v.object({
  kind,
  operation: v.optional(operation, null),
  target: v.optional(target, 'response'),
  ...{ path, keys, tolerance, comment },
});

/** Ids that addresses carry as they are; `.` and `..` would lead elsewhere. */
const RULE_ID = /^(?!\.{1,2}$)[A-Za-z0-9._:-]{1,128}$/;

/** Reads a rule; the refusal names the first member that does not fit (interface 11). */
export function readCompareRule(input: unknown): Result<CompareRule, 'INVALID_RULE'> {
  const parsed = v.safeParse(CompareRule, input);
  if (!parsed.success) return invalid(String(parsed.issues[0].path?.[0]?.key ?? 'rule'));
  const rule = parsed.output;
  if (!RULE_ID.test(rule.ruleId)) return invalid('ruleId');
  if (rule.kind === 'array-key' && rule.keys === undefined) return invalid('keys');
  const { absolute, relative, ms } = rule.tolerance ?? {};
  if (rule.kind === 'tolerance' && absolute === undefined && relative === undefined) return invalid('tolerance');
  return rule.kind === 'time-tolerance' && ms === undefined ? invalid('tolerance') : accept(rule);
}

const invalid = (field: string) =>
  refuse('INVALID_RULE', MESSAGES[field] ?? `${field} is missing or has an unusable value`);

const MESSAGES: Record<string, string> = {
  rule: 'a rule must be a JSON object',
  ruleId: 'ruleId must be 1 to 128 of A-Z a-z 0-9 . _ : -, neither . nor ..',
  kind: `kind must be one of ${CompareRuleKind.options.join(', ')}`,
  path: "path must be a JSONPath (RFC 9535) of names, indices, *, .. and [?@.key=='v'], at most 32 steps and 1,000 characters",
  target: 'target must be response or response-headers',
  keys: 'keys must be 1 to 8 member paths inside an element, such as id or product.sku',
  tolerance: 'tolerance must have absolute or relative (kind tolerance) or ms (kind time-tolerance), none below 0',
};

/** The names of a member path inside an element; null where it is none. */
function readKey(key: string): string[] | null {
  const steps = readRulePath(key);
  if (!steps.ok) return null;
  const names = steps.value.map(({ descend, selectors: [selector, another] }) =>
    !descend && another === undefined && selector?.type === 'name' ? selector.name : null,
  );
  return names.length > 0 && names.every((name) => name !== null) ? names : null;
}

function effectOf({ kind, keys = [], tolerance = {} }: CompareRule): Effect {
  switch (kind) {
    case 'array-key':
      return { kind, keys: keys.flatMap((key) => [readKey(key) ?? []]) };
    case 'tolerance':
      return { kind, absolute: tolerance.absolute ?? 0, relative: tolerance.relative ?? 0 };
    case 'time-tolerance':
      return { kind, ms: tolerance.ms ?? 0 };
    default:
      return { kind };
  }
}

/** What the subjects of headers begin with; no field of a body is written like that. */
export const HEADERS_SUBJECT = '@headers';

/** The rules of one endpoint, ready to be evaluated node by node during a comparison. */
export interface CompiledRules {
  readonly states: RuleStates;
  /** Of the headers; null where no rule asks for any. */
  readonly headers: RuleStates | null;
  /**
   * The first rule that covers this normalised path, for findings recomputed from stored subjects: rules of names, `*`, `..`
   * and `[*]` only; one with an index or a filter, or one that looks at values, cannot be decided from a subject. Not for subjects that are no paths (`response`, `500`).
   */
  ruleFor(subject: string): string | null;
}

/** Compiles the rules that hold for an endpoint; a rule whose path cannot be read (any more) is left out. */
export function compileRules(rules: readonly CompareRule[], operation: string): CompiledRules {
  const patternsFor = (target: CompareRule['target']) =>
    rules
      .filter((rule) => rule.target === target && (rule.operation === null || rule.operation === operation))
      .flatMap((rule): Pattern[] => {
        const steps = readRulePath(rule.path);
        return steps.ok ? [{ ruleId: rule.ruleId, steps: steps.value, effect: effectOf(rule) }] : [];
      });
  const patterns = patternsFor('response');
  const ofHeaders = patternsFor('response-headers');
  const decidableOf = (some: readonly Pattern[]) => ruleStates(some.filter(({ steps }) => steps.every(isPathOnly)));
  const decidable = decidableOf(patterns);
  const decidableOfHeaders = decidableOf(ofHeaders);
  const known = new Map<string, string | null>();

  return {
    states: ruleStates(patterns),
    headers: ofHeaders.some(({ effect }) => effect.kind === 'include-only') ? ruleStates(ofHeaders) : null,

    ruleFor(subject) {
      let ruleId = known.get(subject);
      if (ruleId === undefined) {
        ruleId = subject.startsWith(HEADERS_SUBJECT)
          ? coveredBy(decidableOfHeaders, `$${subject.slice(HEADERS_SUBJECT.length)}`)
          : coveredBy(decidable, subject);
        if (known.size < MOST_SUBJECTS) known.set(subject, ruleId);
      }
      return ruleId;
    },
  };
}

const MOST_SUBJECTS = 100_000;

/** A step that names alone decide: no index and no filter. */
export const isPathOnly = ({ selectors }: Step) => selectors.every(({ type }) => type === 'name' || type === 'any');

function coveredBy(states: RuleStates, subject: string): string | null {
  const steps = stepsOf(subject);
  if (steps === null) return null;
  let state = states.root;
  for (const { selectors } of steps) {
    const [selector] = selectors;
    // A folded name (`*`) and an element are covered by a wildcard only, and no member has the empty filter's name.
    if (selector?.type === 'name') state = states.member(state, selector.name, never);
    else state = states.element(state, -1, 0, never);
  }
  return state.ignoredBy;
}

const never = () => false;
