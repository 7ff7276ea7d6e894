import * as v from 'valibot';
import { accept, type Result, refuse } from '../result.ts';
import { readRulePath, type Step, stepsOf } from './rule-path.ts';
import { type RuleStates, ruleStates } from './rule-states.ts';

/** What a rule does to the nodes that its path selects (interface 11). */
export const CompareRuleKind = v.picklist(['ignore']);

/** A compare rule (interface 11). */
export const CompareRule = v.object({
  ruleId: v.pipe(v.string(), v.nonEmpty(), v.maxLength(128)),
  kind: CompareRuleKind,
  /** The endpoint it is for; null for all of the application. */
  operation: v.nullable(v.pipe(v.string(), v.nonEmpty(), v.maxLength(1024))),
  target: v.literal('response'),
  path: v.pipe(
    v.string(),
    v.nonEmpty(),
    v.check((path) => readRulePath(path).ok),
  ),
  origin: v.picklist(['person', 'noise-reduction']),
  comment: v.optional(v.pipe(v.string(), v.maxLength(2000))),
  createdBy: v.pipe(v.string(), v.nonEmpty(), v.maxLength(320)),
  /** Epoch ms. */
  createdAt: v.pipe(v.number(), v.integer(), v.minValue(0)),
});
export type CompareRule = v.InferOutput<typeof CompareRule>;

/** Reads a rule; the refusal names the first member that does not fit (interface 11). */
export function readCompareRule(input: unknown): Result<CompareRule, 'INVALID_RULE'> {
  const parsed = v.safeParse(CompareRule, input);
  if (parsed.success) return accept(parsed.output);
  const field = String(parsed.issues[0].path?.[0]?.key ?? 'rule');
  return refuse('INVALID_RULE', MESSAGES[field] ?? `${field} is missing or has an unusable value`);
}

const MESSAGES: Record<string, string> = {
  rule: 'a rule must be a JSON object',
  kind: `kind must be one of ${CompareRuleKind.options.join(', ')}`,
  path: "path must be a JSONPath (RFC 9535) of names, indices, *, .. and [?@.key=='v'], at most 32 steps and 1,000 characters",
};

/** The rules of one endpoint, ready to be evaluated node by node during a comparison. */
export interface CompiledRules {
  readonly states: RuleStates;
  /**
   * The first rule that covers this normalised path, for findings recomputed from stored subjects: rules of names, `*`, `..`
   * and `[*]` only; one with an index or a filter cannot be decided from a subject. Not for subjects that are no paths (`response`, `500`).
   */
  ruleFor(subject: string): string | null;
}

/** Compiles the rules that hold for an endpoint; a rule whose path cannot be read (any more) is left out. */
export function compileRules(rules: readonly CompareRule[], operation: string): CompiledRules {
  const patterns = rules
    .filter((rule) => rule.operation === null || rule.operation === operation)
    .flatMap(({ ruleId, path }) => {
      const steps = readRulePath(path);
      return steps.ok ? [{ ruleId, steps: steps.value }] : [];
    });
  const decidable = ruleStates(patterns.filter(({ steps }) => steps.every(isPathOnly)));
  const known = new Map<string, string | null>();

  return {
    states: ruleStates(patterns),

    ruleFor(subject) {
      let ruleId = known.get(subject);
      if (ruleId === undefined) {
        ruleId = coveredBy(decidable, subject);
        if (known.size < MOST_SUBJECTS) known.set(subject, ruleId);
      }
      return ruleId;
    },
  };
}

const MOST_SUBJECTS = 100_000;

const isPathOnly = ({ selectors }: Step) => selectors.every(({ type }) => type === 'name' || type === 'any');

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
