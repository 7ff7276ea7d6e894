import { compileRules } from '../../../functions/compare/domain/rules/rules.ts';
import { judgeRequest } from '../../../functions/noise/domain/judge-request.ts';
import { mergeNoiseFacts } from '../../../functions/noise/domain/noise-facts.ts';
import { type Suggestion, suggestionsOf } from '../../../functions/noise/domain/suggestions.ts';
import type { RecordedResponse } from '../../../functions/recordings/domain/recorded-case.ts';
import { compareCase } from '../../../functions/replay/domain/results/case-outcome.ts';
import { clustersOf } from '../../../functions/replay/domain/results/clusters.ts';

export const RECORDED_AT = Date.UTC(2026, 10, 20, 10);
export const REPLAYED_AT = Date.UTC(2026, 10, 21, 15);
const RULES = compileRules([], '/o');

/** One request: the recorded response or that of the running build, the replayed one, and that of sending it again. */
export interface Exchange {
  recorded: unknown;
  replayed: unknown;
  again?: unknown;
  path?: string;
  body?: string;
  operation?: string;
  open?: (placeholder: string) => string | null;
  /** When the responses were made by their own clock, in epoch ms; without it they have no Date header. */
  dates?: readonly [recorded: number, replayed: number, again: number] | undefined;
  recordedAt?: number;
}

const isPage = (value: unknown): value is string => typeof value === 'string' && value.startsWith('<!doctype html>');

/** A response with this JSON, or with this page. */
export const answer = (value: unknown, date?: number): RecordedResponse => ({
  status: 200,
  headers: [
    ['content-type', isPage(value) ? 'text/html' : 'application/json'],
    ...(date === undefined ? [] : [['Date', new Date(date).toUTCString()] satisfies [string, string]]),
  ],
  body: isPage(value) ? value : JSON.stringify(value),
  bodyEncoding: 'utf8',
});

/** What noise reduction suggests after a run of these requests, beside a running build at `baselineEnv`. */
export function suggestedOf(exchanges: readonly Exchange[], baselineEnv?: string): Suggestion[] {
  const facts = exchanges.map(({ recorded, replayed, again, dates = [], recordedAt = RECORDED_AT, ...more }) => {
    const { operation = '/o', path = '/o', body = null, open } = more;
    return judgeRequest(
      {
        operation,
        request: { method: body === null ? 'GET' : 'POST', path, headers: [], body, bodyEncoding: 'utf8' },
        open,
        recorded: answer(recorded, dates[0]),
        replayed: answer(replayed, dates[1]),
        replayedAgain: again === undefined ? null : answer(again, dates[2]),
        recordedAt,
        replayedAt: REPLAYED_AT,
        ...(baselineEnv !== undefined && { baselineEnv, targetEnv: 'http://new.test' }),
      },
      RULES,
    );
  });
  const outcomes = exchanges.map(({ recorded, replayed, operation = '/o' }, index) => {
    const { body, ...rest } = answer(replayed);
    const outcome = {
      kind: 'response' as const,
      ...rest,
      body: Buffer.from(body ?? ''),
      truncated: false,
      durationMs: 1,
    };
    return { ...compareCase(operation, answer(recorded), outcome, RULES).outcome, planItemId: `p:${index}` };
  });
  return suggestionsOf({ planId: 'p', round: 1, baselineEnv }, mergeNoiseFacts(facts), clustersOf(outcomes));
}
