import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AgentConfig } from '../core/agent-config.ts';
import { exchanges, type ReplayedExchange, settled } from '../core/exchange.ts';
import { originals } from '../core/originals.ts';
import type { ReportCalls } from '../core/report-calls.ts';
import type { ServiceLink } from '../core/service-link.ts';
import type { Warnings } from '../core/warnings.ts';
import { recordedChance, seededDraw } from '../runtime/chance-calls.ts';
import { holdEnd } from './hold-end.ts';

/** Serves a replayed request: its calls are answered or reported, and its response ends after the report. */
export type ReplayRequest = (
  replayId: string,
  request: IncomingMessage,
  response: ServerResponse,
  serve: () => void,
) => void;

export interface ReplayOptions extends Pick<AgentConfig, 'random'> {
  link: ServiceLink;
  report: ReportCalls;
  warnings: Warnings;
}

/** What the service says of a replay, before the application sees the request. */
const INFO_TIMEOUT_MS = 5_000;
/** How long the end of a response waits for calls under way and for their report. */
const MAX_HOLD_MS = 1_000;

/** Creates the server of replayed requests. */
export function replayRequests({ link, report, warnings, random }: ReplayOptions): ReplayRequest {
  async function exchangeOf(replayId: string, isMocked: boolean): Promise<ReplayedExchange | null> {
    const path = `/api/recorder/replays/${replayId}`;
    const answer = await link.call('GET', path, undefined, INFO_TIMEOUT_MS);
    if (answer?.status === 404) return null;
    const info = typeof answer?.body === 'object' && answer.body !== null ? answer.body : {};
    const { recordedAt, enableMock, caseId } = info as Record<string, unknown>; // each is checked below
    if (answer?.status !== 200) warnings.warn('replay', 'the service does not say what is replayed');
    const calls =
      random === 'recorded'
        ? await link.call('GET', `${path}/calls?kind=other&target=runtime`, undefined, INFO_TIMEOUT_MS)
        : null;
    const id = typeof caseId === 'string' ? caseId : null;
    return {
      mode: 'replay',
      replayId,
      mock: isMocked && enableMock !== false,
      recordedAt: timeOf(recordedAt),
      startedAt: originals.now(),
      caseId: id,
      made: [],
      pending: 0,
      onSettled: null,
      chance: recordedChance(calls?.body),
      draw: random === 'seeded' ? seededDraw(id ?? replayId) : null,
    };
  }

  return (replayId, request, response, serve) => {
    const isMocked = request.headers['x-replay-mock'] !== 'off';
    void exchangeOf(replayId, isMocked).then((exchange) => {
      if (exchange === null) return exchanges.run({ mode: 'off' }, serve);
      holdEnd(response, async () => {
        await settled(exchange, MAX_HOLD_MS, originals.setTimeout);
        await report(exchange, MAX_HOLD_MS);
      });
      exchanges.run(exchange, serve);
    });
  };
}

function timeOf(value: unknown): number | null {
  const time = typeof value === 'number' ? value : typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isFinite(time) ? time : null;
}
