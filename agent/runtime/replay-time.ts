import { exchanges } from '../core/exchange.ts';
import { originals } from '../core/originals.ts';

/**
 * The time of the request under way, epoch ms: in a replay that of the recording, which continues; null outside of one.
 */
export function replayTime(): number | null {
  const exchange = exchanges.getStore();
  if (exchange?.mode !== 'replay' || exchange.recordedAt === null) return null;
  return exchange.recordedAt + (originals.now() - exchange.startedAt);
}
