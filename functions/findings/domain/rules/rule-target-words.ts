import type { CompareRule } from '../../../compare/domain/rules/rules.ts';
import { CallKind } from '../../../recordings/domain/recorded-case.ts';

const OF_CALLS: Readonly<Record<CallKind, string>> = {
  http: 'HTTP calls',
  database: 'database calls',
  cache: 'cache calls',
  message: 'calls to message queues',
  other: 'other calls',
};

/** What a rule is about, in words that follow “of”. */
export function targetText(target: CompareRule['target']): string {
  if (target === 'response') return 'the response body';
  if (target === 'response-headers') return 'the response headers';
  const kind = CallKind.options.find((one) => one === target);
  return kind ? OF_CALLS[kind] : `calls to ${target}`;
}

/** The targets that have a name of their own; any other text is the name of a downstream. */
export const SUGGESTED_TARGETS = ['response', 'response-headers', ...CallKind.options].map((value) => ({
  value,
  text: targetText(value),
}));
