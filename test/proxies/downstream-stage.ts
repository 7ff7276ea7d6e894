import { isDeepStrictEqual } from 'node:util';
import type { RecordedCall } from '../../functions/recordings/domain/recorded-case.ts';
import type {
  CallClues,
  CallRequest,
  Correlation,
  Downstream,
  DownstreamOptions,
  MatchAnswer,
  StartDownstream,
} from '../../proxies/downstream.ts';

/** A recorder and a service in miniature: exact matching, each recorded call answers once. */
export interface DownstreamStage {
  calls: { correlation: Correlation; call: RecordedCall }[];
  startup: RecordedCall[];
  said: string[];
  /** Calls that nothing answered. */
  missed: CallRequest[];
  /** What correlate() answers. */
  correlation: (clues: CallClues) => Correlation;
  onMiss: 'fail' | 'passThrough' | 'default';
  /** Notes calls of this moment on only when they are complete. */
  settled(): Promise<void>;
  record(start: StartDownstream, url: string, options?: Partial<DownstreamOptions>): Promise<Downstream>;
  /** Answers from what was recorded so far; everything may be answered once again. */
  mock(start: StartDownstream, url?: string, options?: Partial<DownstreamOptions>): Promise<Downstream>;
  close(): Promise<void>;
}

export function downstreamStage(): DownstreamStage {
  const noted: Promise<void>[] = [];
  const open: Downstream[] = [];
  let left: RecordedCall[] = [];
  let isMocking = false;

  const answerOf = (call: RecordedCall): MatchAnswer => ({
    matched: true,
    strategy: 'exact',
    callId: '0',
    ...(call.error === null && { response: JSON.parse(call.response) }),
    error: call.error,
    durationMs: call.durationMs,
  });
  const isLike = (call: CallRequest) => (recorded: RecordedCall) =>
    recorded.kind === call.kind &&
    recorded.target === call.target &&
    recorded.operation === call.operation &&
    isDeepStrictEqual(JSON.parse(recorded.request), JSON.parse(JSON.stringify(call.request)));
  const missed = (): MatchAnswer => ({ matched: false, reason: 'NO_MATCH', nearest: [], onMiss: stage.onMiss });

  const optionsOf = (url: string, mode: 'record' | 'mock'): DownstreamOptions => ({
    name: 'db',
    url: new URL(url),
    host: '127.0.0.1',
    port: 0,
    mode,
    maxBodyBytes: 1024 * 1024,
    correlate: (clues) => stage.correlation(clues),
    noteCall: (correlation, call) => {
      noted.push(
        Promise.resolve(call).then((one) => {
          if (one !== null) stage.calls.push({ correlation, call: one });
        }),
      );
    },
    noteStartup: (call) => {
      if (!isMocking) stage.startup.push(call);
    },
    matchCall: async (_, call) => {
      const at = left.findIndex(isLike(call));
      const [found] = at === -1 ? [] : left.splice(at, 1);
      if (found) return answerOf(found);
      stage.missed.push(call);
      return missed();
    },
    matchStartup: async (call) => {
      const found = stage.startup.findLast(isLike(call));
      return found ? answerOf(found) : missed();
    },
    say: (text) => stage.said.push(text),
  });

  const stage: DownstreamStage = {
    calls: [],
    startup: [],
    said: [],
    missed: [],
    correlation: () => ({ traceId: 'a'.repeat(32) }),
    onMiss: 'fail',
    settled: async () => {
      await Promise.all(noted);
    },
    record: async (start, url, options) => {
      isMocking = false;
      const downstream = await start({ ...optionsOf(url, 'record'), ...options });
      open.push(downstream);
      return downstream;
    },
    mock: async (start, url = 'postgres://127.0.0.1:1/', options = {}) => {
      await stage.settled();
      isMocking = true;
      left = stage.calls.map(({ call }) => call);
      const downstream = await start({ ...optionsOf(url, 'mock'), ...options });
      open.push(downstream);
      return downstream;
    },
    close: async () => {
      await Promise.all(open.map((one) => one.close()));
    },
  };
  return stage;
}
