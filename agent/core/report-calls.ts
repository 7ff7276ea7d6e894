import type { RedactRule } from '../../functions/applications/domain/redact-rule.ts';
import type { NotedCall } from './agent-call.ts';
import type { ReplayedExchange } from './exchange.ts';
import { originals } from './originals.ts';
import { redactCall } from './redact-call.ts';
import type { ServiceLink } from './service-link.ts';

/** Reports the calls that a replayed request made for real. Never rejects; gives up after `ms`. */
export type ReportCalls = (exchange: ReplayedExchange, ms: number) => Promise<void>;

/** Of one report (protocol). */
const MAX_REPORTED = 1000;
const LATE_MS = 50;
const LATE_TIMEOUT_MS = 10_000;

/** Creates the reporter. The first report may be empty: an agent was there. Calls that end later are reported later. */
export function reportCalls(link: ServiceLink, rules: readonly RedactRule[]): ReportCalls {
  async function send(replayId: string, calls: readonly NotedCall[], ms: number): Promise<void> {
    const reported = calls.map((call) => redactCall(call, rules));
    await link.call(
      'POST',
      `/api/recorder/replays/${replayId}/calls`,
      { reportId: originals.randomHex(12), calls: reported },
      ms,
    );
  }

  return async (exchange, ms) => {
    const made = exchange.made.splice(0);
    for (let at = 0; at === 0 || at < made.length; at += MAX_REPORTED)
      await send(exchange.replayId, made.slice(at, at + MAX_REPORTED), ms);
    let isWaiting = false;
    exchange.made.push = (...calls) => {
      const length = Array.prototype.push.apply(exchange.made, calls);
      if (!isWaiting) {
        isWaiting = true;
        originals
          .setTimeout(() => {
            isWaiting = false;
            void send(exchange.replayId, exchange.made.splice(0), LATE_TIMEOUT_MS);
          }, LATE_MS)
          .unref();
      }
      return length;
    };
  };
}
