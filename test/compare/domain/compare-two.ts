import { compareResponses } from '../../../functions/compare/domain/compare-responses.ts';
import type { Comparison } from '../../../functions/compare/domain/difference.ts';
import { type CompareRule, type CompiledRules, compileRules } from '../../../functions/compare/domain/rules/rules.ts';

/** Creates test rules from their relevant members: `path`, or `path` with others. */
export const rulesOf = (...rules: (string | Partial<CompareRule>)[]): CompiledRules =>
  compileRules(
    rules.map((rule, index) => ({
      ruleId: `r${index}`,
      kind: 'ignore',
      operation: null,
      target: 'response',
      path: '$',
      origin: 'person',
      createdBy: 'tester',
      createdAt: 1,
      ...(typeof rule === 'string' ? { path: rule } : rule),
    })),
    '/orders',
  );

/** Compares the bodies of two responses with status 200. */
export function compareTwo(
  recorded: string | Uint8Array,
  replayed: string | Uint8Array,
  rules: CompiledRules = rulesOf(),
  contentType: string | [string, string] = 'application/json',
): Comparison {
  const [typeA, typeB] = typeof contentType === 'string' ? [contentType, contentType] : contentType;
  return compareResponses(
    { status: 200, headers: [['Content-Type', typeA]], body: bytesOf(recorded) },
    {
      kind: 'response',
      status: 200,
      headers: [['content-type', typeB]],
      body: bytesOf(replayed),
      truncated: false,
      durationMs: 5,
    },
    rules,
  );
}

/** `KIND subject` of every difference, with ` (rule)` after an ignored one. */
export const differencesIn = ({ differences }: Comparison): string[] =>
  differences.map(({ kind, subject, rule }) => `${kind} ${subject}${rule === null ? '' : ` (${rule})`}`);

export const bytesOf = (body: string | Uint8Array): Uint8Array =>
  typeof body === 'string' ? new TextEncoder().encode(body) : body;
