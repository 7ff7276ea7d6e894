import { wordsOf } from './field-name.ts';
import type { FieldValue } from './field-value.ts';

/** Names of what an instance measures of its machine, without their unit. */
const LOADS = /^(?:os|system|cpu|sys)*(?:load(?:avg|average|1|5|15|1m|5m|15m)|cpu(?:usage|percent|load|time))$/;
const MEMORY =
  /^(?:os|system|process|nodejs)*(?:(?:free|used|available)mem(?:ory)?|mem(?:ory)?(?:free|used|usage|available)|rss|heap(?:used|total)|arraybuffers|openfds?|goroutines)$/;
const UNIT = /^(?:bytes?|kb|mb|mib|kib|percent)$/;
/** Memory in another unit is a thousand times as much. */
const MAX_RATIO = 16;

/**
 * The format in which both sides are a figure of load or memory that an instance measures of itself: numbers in a field
 * with such a name. Averages over minutes may stay the same between replays that follow each other.
 */
export function loadFigureForm(recorded: FieldValue, replayed: FieldValue, name: string): string | null {
  if (recorded.type !== 'number' || replayed.type !== 'number') return null;
  const words = wordsOf(name).filter((word, index) => index === 0 || !UNIT.test(word));
  const joined = words.join('');
  const [a, b] = [Number(recorded.text), Number(replayed.text)];
  if (!(a >= 0 && b >= 0)) return null;
  if (LOADS.test(joined)) return 'load';
  if (!MEMORY.test(joined)) return null;
  return Math.max(a, b) <= MAX_RATIO * Math.min(a, b) ? 'memory' : null;
}
