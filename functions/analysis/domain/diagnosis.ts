import * as v from 'valibot';
import { accept, type Result, refuse } from '../../platform/result.ts';
import { AnalysisState } from './analysis.ts';
import { NamedChange } from './code-changes.ts';
import { type NamedCase, TIERS } from './named-cases.ts';

/** Size limits of a diagnosis, per body and for all bodies of a round together. */
const MAX_SUMMARY_BYTES = 64 * 1024;
/** @internal */
export const MAX_CASES = 125_000;
export const MAX_CHANGES = 1000;

const CODE = /^[A-Z][A-Z0-9_]{0,63}$/;

/** The body of a diagnosis (interface 2.5). */
export const DiagnosisBody = v.object({
  state: AnalysisState,
  reason: v.nullish(v.pipe(v.string(), v.regex(CODE))),
  summary: v.nullish(v.pipe(v.string(), v.maxBytes(MAX_SUMMARY_BYTES))),
  cases: v.nullish(
    v.pipe(
      v.array(
        v.object({
          planItemId: v.pipe(v.string(), v.regex(/^[0-9a-f]{24}:(0|[1-9]\d{0,7})$/)),
          tier: v.picklist(TIERS),
          change: v.nullish(v.pipe(v.string(), v.nonEmpty(), v.maxLength(200))),
        }),
      ),
      v.maxLength(MAX_CASES),
    ),
  ),
  codeChanges: v.nullish(v.pipe(v.array(NamedChange), v.maxLength(MAX_CHANGES))),
});

/**
 * Requirements of members by name. The service's own wording, because a validator's message would repeat the sent
 * value.
 */
const MUST: Readonly<Record<string, string>> = {
  state: 'must be RUNNING, DONE, PARTIAL or SKIPPED',
  reason: 'must be a code of at most 64 characters A-Z, 0-9 and _ that begins with a letter',
  summary: 'must be a string of at most 64 KiB',
  cases: 'must be a list of at most 125,000 entries',
  planItemId: 'must be the id of a case of this plan',
  tier: 'must be CODE_CHANGE, UNDETERMINED or INVALID',
  change: 'must be the key of an entry of codeChanges',
  codeChanges: 'must be a list of at most 1,000 entries',
  key: 'must be a string of 1 to 200 characters',
  title: 'must be a string of 1 to 1,000 characters',
  shortTitle: 'must be a string of at most 1,000 characters',
  operations: 'must be a list of at most 1,000 endpoints of at most 1,024 characters',
  kind: 'must be a string of at most 100 characters',
  subject: 'must be a string of at most 1,000 characters',
  sampleOperation: 'must be an endpoint of at most 1,024 characters',
  location: 'must be an object',
  file: 'must be a path relative to the repository root, of at most 1,024 characters',
  line: 'must be an integer from 1',
  symbol: 'must be a string of at most 500 characters',
  inferred: 'must be true or false',
};

/** A diagnosis with validated members (interface 2.5). */
export interface Diagnosis {
  state: AnalysisState;
  /** Null unless PARTIAL or SKIPPED. */
  reason: string | null;
  /** Null: the earlier summary stays. */
  summary: string | null;
  /** By position in the plan. The last entry of a case applies. */
  cases: ReadonlyMap<number, NamedCase>;
  /** By key. The last entry of a key applies. */
  codeChanges: ReadonlyMap<string, NamedChange>;
}

/** Validates a diagnosis of a plan with this many requests. The error message names the member, never its value. */
export function parseDiagnosis(
  body: unknown,
  { planId, requests }: { planId: string; requests: number },
): Result<Diagnosis, 'INVALID_DIAGNOSIS'> {
  const parsed = v.safeParse(DiagnosisBody, body, { abortEarly: true });
  if (!parsed.success) return invalid((parsed.issues[0].path ?? []).map(({ key }) => key));
  const { state, reason, summary, cases, codeChanges } = parsed.output;
  const named = new Map<number, NamedCase>();
  for (const [index, { planItemId, tier, change }] of (cases ?? []).entries()) {
    const [ofPlan, text] = planItemId.split(':');
    const item = Number(text);
    if (ofPlan !== planId || item >= requests) return invalid(['cases', index, 'planItemId']);
    named.set(item, { tier, change: tier === 'CODE_CHANGE' ? (change ?? null) : null });
  }
  return accept({
    state,
    reason: state === 'PARTIAL' || state === 'SKIPPED' ? (reason ?? null) : null,
    summary: summary || null,
    cases: named,
    codeChanges: new Map((codeChanges ?? []).map((change) => [change.key, change])),
  });
}

/** Refusal that names the member at this path. */
export function invalid(path: readonly unknown[]) {
  const name = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`)).join('');
  const must = MUST[String(path.at(-1))] ?? 'must be an object';
  return refuse('INVALID_DIAGNOSIS', `${name.slice(1) || 'the body'} ${must}`);
}
