import type { Log } from '../../world.ts';
import type { Traces } from './traces.ts';

/** Sends spans to a collector by OTLP; null without one, and then nothing of it is loaded. */
export async function openTraces(endpoint: string | null, log: Log): Promise<Traces | null> {
  if (endpoint === null) return null;
  const { otlpTraces } = await import('./otlp-traces.ts');
  return otlpTraces(endpoint, log);
}
