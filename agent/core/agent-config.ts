/** What the agent does: records, answers replayed requests, or both. */
type AgentMode = 'record' | 'replay' | 'both';

/**
 * The settings of the agent, from the environment variables `SVC_URL`, `SVC_TOKEN` and `REPLAY_…`, or from the options
 * of the middleware.
 */
export interface AgentConfig {
  /** Base URL of the service. */
  service: URL;
  appId: string;
  /** API key with the scopes `record` and `agent`; null where the service asks for none. */
  key: string | null;
  mode: AgentMode;
  /** How long a replayed request waits for the service, ms. */
  waitMs: number;
  /** The fraction of requests to record, 0 to 1. */
  sample: number;
  /** Recorded requests per minute at most. */
  samplePerMinute: number;
  /** Bodies above this are not recorded. */
  maxBodyBytes: number;
  /** Names of headers, and of members of JSON, whose values are replaced by `[redacted]`. */
  redact: ReadonlySet<string>;
  /** File of the public key that credentials are sealed to; null: the service seals them at intake. */
  sealKey: string | null;
  /** `recorded` in mode `replay` only. */
  clock: 'real' | 'recorded';
  random: 'real' | 'recorded' | 'seeded';
  /** Names of targets by authority (`db.internal:5432`). */
  targets: ReadonlyMap<string, string>;
  /** What a call gets in a replay while the service does not answer. */
  onAway: 'fail' | 'passThrough';
  /** Cases wait here while the service is away; null: in memory only. */
  spoolDir: string | null;
  maxSpoolBytes: number;
  maxQueueBytes: number;
}

const MIB = 1024 * 1024;
const DEFAULT_MAX_BODY_KIB = 1024;
const MAX_BODY_KIB = 4 * 1024;
const DEFAULT_PER_MINUTE = 600;
const MAX_PER_MINUTE = 10_000_000;
const DEFAULT_QUEUE_MIB = 32;
const MAX_QUEUE_MIB = 1024;
const DEFAULT_SPOOL_MIB = 64;
const MAX_SPOOL_MIB = 100 * 1024;
/** A process that serves users too must not wait; in one that only replays, a wait delays no user (decision 014). */
const DEFAULT_WAIT_MS: Readonly<Record<AgentMode, number>> = { record: 50, both: 50, replay: 2_000 };
const MAX_WAIT_MS = 5_000;

type Settings = Readonly<Record<string, string | undefined>>;

/** Parses the settings; the error of an unusable one names it. */
export function parseAgentConfig(settings: Settings): AgentConfig {
  // REPLAY_SERVICE and REPLAY_KEY are the older names.
  const service = settings.SVC_URL || settings.REPLAY_SERVICE;
  const { REPLAY_APP: appId } = settings;
  if (!service || !URL.canParse(service) || !/^https?:$/.test(new URL(service).protocol))
    throw new Error('SVC_URL must be the http or https URL of the service');
  if (!appId) throw new Error('REPLAY_APP must be the id of the application');
  const mode = choice(settings, 'REPLAY_MODE', ['record', 'replay', 'both']);
  const clock = choice(settings, 'REPLAY_CLOCK', ['real', 'recorded']);
  return {
    service: new URL(service),
    appId,
    key: settings.SVC_TOKEN || settings.REPLAY_KEY || null,
    mode,
    waitMs: number(settings, 'REPLAY_WAIT_MS', { fallback: DEFAULT_WAIT_MS[mode], min: 1, max: MAX_WAIT_MS }),
    sample: number(settings, 'REPLAY_SAMPLE', { fallback: 1, min: 0, max: 1 }),
    samplePerMinute: number(settings, 'REPLAY_SAMPLE_PER_MINUTE', {
      fallback: DEFAULT_PER_MINUTE,
      min: 0,
      max: MAX_PER_MINUTE,
    }),
    maxBodyBytes:
      1024 * number(settings, 'REPLAY_MAX_BODY_KIB', { fallback: DEFAULT_MAX_BODY_KIB, min: 0, max: MAX_BODY_KIB }),
    redact: new Set(words(settings.REPLAY_REDACT).map((name) => name.toLowerCase())),
    sealKey: settings.REPLAY_SEAL_KEY || null,
    clock: mode === 'replay' ? clock : 'real',
    random: choice(settings, 'REPLAY_RANDOM', ['real', 'recorded', 'seeded']),
    targets: targetsOf(words(settings.REPLAY_TARGETS)),
    onAway: choice(settings, 'REPLAY_ON_AWAY', ['fail', 'passThrough']),
    spoolDir: settings.REPLAY_SPOOL_DIR || null,
    maxSpoolBytes:
      MIB * number(settings, 'REPLAY_SPOOL_MIB', { fallback: DEFAULT_SPOOL_MIB, min: 1, max: MAX_SPOOL_MIB }),
    maxQueueBytes:
      MIB * number(settings, 'REPLAY_QUEUE_MIB', { fallback: DEFAULT_QUEUE_MIB, min: 1, max: MAX_QUEUE_MIB }),
  };
}

const words = (text: string | undefined): string[] =>
  (text ?? '')
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');

function choice<T extends string>(settings: Settings, name: string, values: readonly [T, ...T[]]): T {
  const given = settings[name];
  if (!given) return values[0];
  const value = values.find((one) => one === given);
  if (value === undefined) throw new Error(`${name} must be one of ${values.join(', ')}`);
  return value;
}

function number(
  settings: Settings,
  name: string,
  { fallback, min, max }: { fallback: number; min: number; max: number },
): number {
  const given = settings[name];
  if (!given) return fallback;
  const value = Number(given);
  if (!(value >= min && value <= max)) throw new Error(`${name} must be a number from ${min} to ${max}`);
  return value;
}

function targetsOf(pairs: readonly string[]): Map<string, string> {
  return new Map(
    pairs.map((pair) => {
      const [, name, authority] = /^([^=]+)=(.+)$/.exec(pair) ?? [];
      if (name === undefined || authority === undefined)
        throw new Error('REPLAY_TARGETS must be a list of name=authority, such as db=db.internal:5432');
      return [authority.toLowerCase(), name];
    }),
  );
}
