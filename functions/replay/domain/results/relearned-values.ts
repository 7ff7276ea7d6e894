import * as v from 'valibot';
import type { CompiledRules } from '../../../compare/domain/rules/rules.ts';
import type { OutboundOutcome } from '../../../platform/outbound/outbound.ts';
import type { Mapping } from '../values/session-values.ts';
import { type CaseMapping, comparingOf } from './case-mapping.ts';
import { answerOf, compareCase } from './case-outcome.ts';
import { ResultPayload } from './result-payload.ts';

/** The build that a value was learned of: the one under test, or the running one. */
export type Side = 'target' | 'baseline';

/** What was recorded, and what a build answered. */
function answersOf({ recorded, replayed, baseline }: ResultPayload, side: Side) {
  const whatWasRecorded = baseline?.recorded ?? recorded;
  return { recorded: whatWasRecorded, answer: side === 'baseline' ? recorded : replayed };
}

/** A stored result of a session that is continued. */
export interface StoredExchange extends Pick<CaseMapping, 'values' | 'run' | 'planItemId' | 'position'> {
  operation: string;
  /** A ResultPayload. */
  payload: unknown;
  /** Whose response taught it. */
  side: Side;
}

/** Learns again what a stored result taught, as when its response arrived; returns what holds for the whole run. */
export function relearnedValues(
  { operation, payload, side, ...session }: StoredExchange,
  rules: CompiledRules,
): Mapping[] {
  const stored = v.parse(ResultPayload, payload);
  const { request } = stored;
  const { recorded, answer } = answersOf(stored, side);
  if (recorded === null || answer === null) return [];
  const replayed: OutboundOutcome = {
    kind: 'response',
    ...answerOf(answer),
    headers: [...answer.headers],
    truncated: false,
    durationMs: 0,
  };
  const mapping = { ...session, address: null, isNoted: true, issued: null, sent: null, used: [] };
  const comparing = comparingOf({ operation, request, recorded, replayed }, mapping, rules);
  return compareCase(operation, recorded, replayed, rules, comparing).shared;
}
