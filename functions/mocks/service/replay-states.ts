import type { ApplicationSettings } from '../../applications/domain/application-settings.ts';
import type { MockSettings } from '../../applications/domain/mock-settings.ts';
import { reloadedValues } from '../../platform/time/reloaded-value.ts';
import type { StoredValue } from '../../platform/values/stored-json.ts';
import type { World } from '../../platform/world.ts';
import type { IntakeServices } from '../../recordings/composition.ts';
import type { Sealer } from '../../recordings/domain/sealed/sealer.ts';
import type { CredentialSettings } from '../../recordings/domain/sealed/sealing.ts';
import type { ActiveReplay } from '../domain/active-replay.ts';
import { type CaseCalls, candidatesJob } from '../domain/candidates-job.ts';
import { callSecrets } from '../domain/seal-made-call.ts';
import type { ActiveReplays } from '../store/active-replays.ts';
import type { MadeCalls } from '../store/made-calls.ts';

/** A replay that is under way, with what its calls are matched with. */
export interface ReplayState extends CaseCalls {
  replay: ActiveReplay;
  mocks: MockSettings;
  sealer: Sealer;
  /** Indexes of recorded calls that this process knows to be consumed. The table decides. */
  consumed: Set<number>;
  /** Calls that this process has noted. */
  noted: number;
}

/**
 * Maximum replays, and bytes of their recorded cases, that a process remembers; the least recently used go first.
 * @internal
 */
export const MAX_REPLAYS = 1000;
const MAX_BYTES = 64 * 1024 * 1024;
/** How long the settings of an application are used for further replays, ms. */
const MAX_SETTINGS_AGE_MS = 200;

export type ReplayStates = ReturnType<typeof replayStates>;

export interface ReplayStatesOptions
  extends Pick<World, 'now' | 'elapsed' | 'work'>,
    Pick<IntakeServices, 'recordings' | 'recordingKeys' | 'applications'> {
  active: ActiveReplays;
  made: MadeCalls;
}

interface Kept {
  state: Promise<ReplayState | null>;
  bytes: number;
  until: number;
}

/** Replays that are under way, read once: matching costs the same however many recordings there are. */
export function replayStates(options: ReplayStatesOptions) {
  const { now, elapsed, applications } = options;
  const settings = reloadedValues(applications.settings, {
    now: elapsed,
    everyMs: MAX_SETTINGS_AGE_MS,
    retryMs: null,
    maxKeys: MAX_REPLAYS,
  });
  const kept = new Map<string, Kept>();
  let bytes = 0;

  function forget(replayId: string): void {
    bytes -= kept.get(replayId)?.bytes ?? 0;
    kept.delete(replayId);
  }

  /** Notes how large a replay is; the least recently used ones go. */
  function noteSize(replayId: string, entry: Kept, size: number): void {
    if (kept.get(replayId) !== entry) return;
    entry.bytes = size;
    bytes += size;
    for (const [oldest] of kept) {
      if ((kept.size <= MAX_REPLAYS && bytes <= MAX_BYTES) || oldest === replayId) break;
      forget(oldest);
    }
  }

  async function read(replayId: string, entry: Kept): Promise<ReplayState | null> {
    const found = await stateOf(replayId, { ...options, settingsOf: settings.get });
    if (found === null) return null;
    entry.until = found.state.replay.expiresAt;
    noteSize(replayId, entry, found.bytes);
    return found.state;
  }

  return {
    /** Null if no such replay is in progress. */
    async find(replayId: string): Promise<ReplayState | null> {
      const known = kept.get(replayId);
      if (known !== undefined && now() < known.until) {
        kept.delete(replayId);
        kept.set(replayId, known);
        return known.state;
      }
      forget(replayId);
      const entry: Kept = { state: Promise.resolve(null), bytes: 0, until: Number.POSITIVE_INFINITY };
      kept.set(replayId, entry);
      entry.state = read(replayId, entry);
      try {
        const state = await entry.state;
        // It may begin a moment later.
        if (state === null && kept.get(replayId) === entry) forget(replayId);
        return state;
      } catch (fault) {
        if (kept.get(replayId) === entry) forget(replayId);
        throw fault;
      }
    },

    forget,
  };
}

const NONE: ReadonlyMap<string, never[]> = new Map();
const NO_CALLS: Omit<CaseCalls, 'settings'> = {
  calls: [],
  candidates: { byIndex: new Map<number, never>(), byKey: NONE, byOperation: NONE, byGate: NONE, byKind: NONE },
  secrets: [],
};

interface StateOptions extends Omit<ReplayStatesOptions, 'applications'> {
  settingsOf(appId: string): Promise<ApplicationSettings>;
}

/** Reads a replay under way and the calls of its case, with their bytes. Null if there is none. */
async function stateOf(
  replayId: string,
  { active, made, recordings, recordingKeys, work, settingsOf }: StateOptions,
): Promise<{ state: ReplayState; bytes: number } | null> {
  const replay = await active.find(replayId);
  if (replay === null) return null;
  const [stored, { redact, credentials, mocks }, sealer, consumed] = await Promise.all([
    recordings.versions.payload(replay),
    settingsOf(replay.appId),
    recordingKeys.sealer(),
    made.consumed(replayId),
  ]);
  const settings = { redact, credentials };
  const found = stored ? await candidatesOf(replay.caseId, stored, settings, sealer.keys, work) : null;
  const own = found ?? { ...NO_CALLS, settings };
  const replayed = replay.aliases.map((alias) => alias.replayed);
  const state = {
    ...own,
    secrets: [...own.secrets, ...callSecrets(replayed, sealer)],
    replay,
    mocks,
    sealer,
    consumed: new Set(consumed),
    noted: consumed.length,
  };
  return { state, bytes: stored?.size ?? 0 };
}

async function candidatesOf(
  caseId: string,
  stored: StoredValue,
  settings: CredentialSettings,
  keys: string,
  work: World['work'],
): Promise<CaseCalls | null> {
  const found = await work.run(candidatesJob, async () => ({ caseId, stored: await stored.bytes(), settings, keys }), {
    bytes: stored.size,
    urgent: true,
  });
  return found.ok ? found.value : null;
}
