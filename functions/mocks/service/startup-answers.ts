import type { World } from '../../platform/world.ts';
import type { IntakeServices } from '../../recordings/composition.ts';
import type { SqlText } from '../../recordings/domain/calls/sql-text.ts';
import type { RecordedCall } from '../../recordings/domain/recorded-case.ts';
import type { ActiveReplay } from '../domain/active-replay.ts';
import { type CanonicalCall, canonicalCall, exactKey } from '../domain/canonical-call.ts';
import { sealMadeCall } from '../domain/seal-made-call.ts';
import { type StartupKey, startupCalls } from '../store/startup-calls.ts';
import { type FoundAnswer, foundAnswer, openedCall, openerOf } from './mock-answer.ts';

export interface StartupAnswersOptions
  extends Pick<World, 'table' | 'blobs' | 'now'>,
    Pick<IntakeServices, 'recordings' | 'recordingKeys' | 'applications'> {
  tenant: string;
  retentionMs: number;
  normalised(sql: string): SqlText;
}

export type StartupAnswers = ReturnType<typeof startupAnswers>;

/**
 * Answers calls that belong to no request: each by the newest equal one, any number of times. Of a call that is asked
 * for as one of these, the newest of its operation will do, as timers of an application ask with times.
 */
export function startupAnswers(options: StartupAnswersOptions) {
  const { recordings, recordingKeys, applications, tenant, retentionMs, normalised } = options;
  const stored = startupCalls(options, tenant, retentionMs);

  /** Calls as cases are stored, with what they are found by. */
  async function sealed(appId: string, calls: readonly RecordedCall[]) {
    const [{ redact, credentials }, sealer] = await Promise.all([applications.settings(appId), recordingKeys.sealer()]);
    return calls.map((one) => {
      const call = sealMadeCall(one, { settings: { redact, credentials }, secrets: [] }, sealer);
      const canonical = canonicalCall(call, normalised);
      return { call, canonical };
    });
  }

  /** The answer to a call that is sealed; null without an equal one. */
  async function find(
    asked: Pick<ActiveReplay, 'appId' | 'credentials'>,
    canonical: CanonicalCall,
    part: StartupKey['part'] = 'request',
  ): Promise<FoundAnswer | null> {
    const call = await stored.find(asked.appId, keyOf(canonical, part));
    if (call === undefined) return null;
    const opened = openedCall(call, openerOf(asked, await recordingKeys.sealer()));
    return foundAnswer(opened, { strategy: part === 'request' ? 'exact' : 'sequence', index: null, waits: false });
  }

  return {
    find,

    /** The same for a call as the application makes it. */
    async answer(appId: string, call: RecordedCall): Promise<FoundAnswer | null> {
      const [one] = await sealed(appId, [call]);
      if (one === undefined) return null;
      return (await find({ appId }, one.canonical)) ?? find({ appId }, one.canonical, 'operation');
    },

    /** Keeps calls, the newest of equal ones; durable when resolved. */
    async note(appId: string, calls: readonly RecordedCall[]): Promise<void> {
      if (calls.length === 0) return;
      const kept = await sealed(appId, calls);
      await stored.put(
        appId,
        kept.flatMap(({ call, canonical }) =>
          (['request', 'operation'] as const).map((part) => ({ call, ...keyOf(canonical, part) })),
        ),
      );
      await recordings.noteCalls(appId);
    },
  };
}

const keyOf = (canonical: CanonicalCall, part: StartupKey['part']): StartupKey => ({
  target: canonical.target,
  part,
  key: part === 'request' ? exactKey(canonical) : `${canonical.kind} ${canonical.operation}`,
});
