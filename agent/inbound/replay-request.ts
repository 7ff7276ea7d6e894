import type { ServerResponse } from 'node:http';
import type { AgentConfig } from '../core/agent-config.ts';
import { exchanges, type ReplayedExchange, settled } from '../core/exchange.ts';
import { originals } from '../core/originals.ts';
import type { ReportCalls } from '../core/report-calls.ts';
import type { ServiceLink } from '../core/service-link.ts';
import type { Warnings } from '../core/warnings.ts';
import { recordedRandomness, seededDraw } from '../runtime/random-calls.ts';
import { holdEnd } from './hold-end.ts';
import type { ReplayClaim } from './replay-claim.ts';

/**
 * Asks the service for the replay of a request that it signed, until the deadline. Returns what serves the request: its
 * calls are answered or reported, and its response ends after the report. Null if no such replay is in progress, or if
 * the service does not answer in time.
 */
export type BeginReplay = (
  claim: ReplayClaim,
  response: ServerResponse,
  until: Promise<null>,
) => Promise<((serve: () => void) => void) | null>;

export interface ReplayOptions extends Pick<AgentConfig, 'random' | 'clock'> {
  link: ServiceLink;
  report: ReportCalls;
  warnings: Warnings;
}

/** A late answer is not used, but the connection is there for the next request. */
const INFO_TIMEOUT_MS = 5_000;
/** How long random values are waited for, once the service has said what is replayed. */
const RANDOM_TIMEOUT_MS = 1_000;
/** How long the end of a response waits for calls under way and for their report. */
const MAX_HOLD_MS = 1_000;

/** Creates what begins replays. */
export function replayRequests({ link, report, warnings, random, clock }: ReplayOptions): BeginReplay {
  async function exchangeOf(
    { facts: { replayId, mock } }: ReplayClaim,
    until: Promise<null>,
  ): Promise<ReplayedExchange | null> {
    const path = `/api/recorder/replays/${replayId}`;
    const answer = await Promise.race([link.call('GET', path, undefined, INFO_TIMEOUT_MS), until]);
    if (answer?.status === 404) return null;
    if (answer?.status !== 200) {
      warnings.warn('replay', 'the service does not answer in time; a replayed request is served without the agent');
      return null;
    }
    const info = typeof answer.body === 'object' && answer.body !== null ? answer.body : {};
    const { recordedAt, enableMock, caseId } = info as Record<string, unknown>; // each is checked below
    const calls =
      random === 'recorded'
        ? await link.call('GET', `${path}/calls?kind=other&target=runtime`, undefined, RANDOM_TIMEOUT_MS)
        : null;
    return {
      mode: 'replay',
      replayId,
      mock: mock !== 'off' && enableMock !== false,
      recordedAt: clock === 'recorded' ? timeOf(recordedAt) : null,
      startedAt: originals.now(),
      made: [],
      pending: 0,
      onSettled: null,
      randomness: recordedRandomness(calls?.body),
      draw: random === 'seeded' ? seededDraw(typeof caseId === 'string' ? caseId : replayId) : null,
    };
  }

  return async (claim, response, until) => {
    const exchange = await exchangeOf(claim, until);
    if (exchange === null) return null;
    return (serve) => {
      holdEnd(response, async () => {
        await settled(exchange, MAX_HOLD_MS, originals.setTimeout);
        await report(exchange, MAX_HOLD_MS);
      });
      exchanges.run(exchange, serve);
    };
  };
}

function timeOf(value: unknown): number | null {
  const time = typeof value === 'number' ? value : typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isFinite(time) ? time : null;
}
