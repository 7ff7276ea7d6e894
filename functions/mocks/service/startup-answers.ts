import type { World } from '../../platform/world.ts';
import type { SqlText } from '../../recordings/domain/calls/sql-text.ts';
import type { RecordedCall } from '../../recordings/domain/recorded-case.ts';
import type { IntakeServices } from '../../recordings/services.ts';
import { type CanonicalCall, canonicalCall, exactKey } from '../domain/canonical-call.ts';
import { sealMadeCall } from '../domain/seal-made-call.ts';
import { startupCalls } from '../store/startup-calls.ts';
import { type FoundAnswer, foundAnswer, openedCall } from './mock-answer.ts';

export interface StartupAnswersOptions
  extends Pick<World, 'table' | 'blobs' | 'now'>,
    Pick<IntakeServices, 'recordings' | 'recordingKeys' | 'applications'> {
  tenant: string;
  retentionMs: number;
  normalised(sql: string): SqlText;
}

/** Answers calls that belong to no request: each by the newest equal one, any number of times. */
export function startupAnswers(options: StartupAnswersOptions) {
  const { recordings, recordingKeys, applications, tenant, retentionMs, normalised } = options;
  const stored = startupCalls(options, tenant, retentionMs);

  /** Calls as cases are stored, with what they are found by. */
  async function sealed(appId: string, calls: readonly RecordedCall[]) {
    const [{ redact, credentials }, sealer] = await Promise.all([applications.settings(appId), recordingKeys.sealer()]);
    return calls.map((one) => {
      const call = sealMadeCall(one, { settings: { redact, credentials }, secrets: [] }, sealer);
      const canonical = canonicalCall(call, normalised);
      return { call, canonical, target: canonical.target, key: exactKey(canonical) };
    });
  }

  /** The answer to a call that is sealed; null without an equal one. */
  async function find(appId: string, canonical: CanonicalCall): Promise<FoundAnswer | null> {
    const call = await stored.find(appId, { target: canonical.target, key: exactKey(canonical) });
    if (call === undefined) return null;
    const opened = openedCall(call, await recordingKeys.sealer());
    return foundAnswer(opened, { strategy: 'exact', index: null, waits: false });
  }

  return {
    find,

    /** The same for a call as the application makes it. */
    async answer(appId: string, call: RecordedCall): Promise<FoundAnswer | null> {
      const [one] = await sealed(appId, [call]);
      return one === undefined ? null : find(appId, one.canonical);
    },

    /** Keeps calls, the newest of equal ones; durable when resolved. */
    async note(appId: string, calls: readonly RecordedCall[]): Promise<void> {
      if (calls.length === 0) return;
      await stored.put(appId, await sealed(appId, calls));
      await recordings.noteCalls(appId);
    },
  };
}
