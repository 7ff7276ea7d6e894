import * as v from 'valibot';
import type { CompiledRules } from '../../../compare/domain/rules/rules.ts';
import type { OutboundOutcome } from '../../../platform/outbound/outbound.ts';
import type { Mapping } from '../values/session-values.ts';
import { type CaseMapping, comparingOf } from './case-mapping.ts';
import { answerOf, compareCase } from './case-outcome.ts';
import { ResultPayload } from './result-payload.ts';

/** A stored result of a session that is continued. */
export interface StoredExchange extends Pick<CaseMapping, 'values' | 'run' | 'planItemId' | 'position'> {
  operation: string;
  /** A ResultPayload. */
  payload: unknown;
}

/** Learns again what a stored result taught, as when its response arrived; returns what holds for the whole run. */
export function relearnedValues({ operation, payload, ...session }: StoredExchange, rules: CompiledRules): Mapping[] {
  const { request, recorded, replayed: answer } = v.parse(ResultPayload, payload);
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
