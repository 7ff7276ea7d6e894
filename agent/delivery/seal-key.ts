import { readFileSync } from 'node:fs';
import type { ServiceLink } from '../core/service-link.ts';
import { type SealLine, sealTo } from './protect-case.ts';

type Warn = (subject: string, text: string) => void;

const KEY_TIMEOUT_MS = 5_000;
const MIN_PAUSE_MS = 500;
const MAX_PAUSE_MS = 30_000;

/** Makes the seal of the public key in a file (REPLAY_SEAL_KEY); warns and returns null if there is none. */
export async function sealOfFile(path: string, warn: Warn): Promise<SealLine | null> {
  try {
    const seal = await sealTo(readFileSync(path, 'utf8'));
    if (seal === null) warn('sealKey', 'REPLAY_SEAL_KEY holds no public key; nothing is recorded');
    return seal;
  } catch (fault) {
    const code = fault instanceof Error && 'code' in fault ? String(fault.code) : 'no key';
    warn('sealKey', `REPLAY_SEAL_KEY cannot be read (${code}); nothing is recorded`);
    return null;
  }
}

/** The seal of the public key of the service. */
export interface ServiceSeal {
  /** Null while the key is unknown. */
  seal(): SealLine | null;
  /**
   * Asks for the key while it is unknown, and not sooner than the pause after the last attempt has passed. Never
   * rejects.
   */
  ask(): Promise<void>;
}

/** Creates the seal of the service; the pauses between attempts double, from half a second to half a minute. */
export function serviceSeal({ link, warn, now }: { link: ServiceLink; warn: Warn; now(): number }): ServiceSeal {
  let seal: SealLine | null = null;
  let asking: Promise<void> | null = null;
  let nextAt = Number.NEGATIVE_INFINITY;
  let pauseMs = MIN_PAUSE_MS;

  async function fetchKey(): Promise<void> {
    const answer = await link.call('GET', '/api/recorder/public-key', undefined, KEY_TIMEOUT_MS);
    // Coordinates that are not a point make no key.
    seal = answer?.status === 200 ? await sealTo(JSON.stringify(answer.body)).catch(() => null) : null;
    if (seal !== null) return;
    warn('spoolKey', 'the service gives no public key; until it does, cases wait in memory instead of the spool');
    nextAt = now() + pauseMs;
    pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS);
  }

  return {
    seal: () => seal,
    ask: async () => {
      if (seal !== null || (asking === null && now() < nextAt)) return;
      asking ??= fetchKey().finally(() => {
        asking = null;
      });
      await asking;
    },
  };
}
