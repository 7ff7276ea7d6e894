import * as v from 'valibot';
import { MAX_LOAD } from '../../platform/outbound/max-load.ts';
import { accept, type Result, refuse } from '../../platform/result.ts';
import { RunningBuildChange, RunningBuildSettings } from './baseline-setting.ts';
import { BUILT_IN_HEADERS } from './built-in-headers.ts';
import { changedHeaders } from './changed-headers.ts';
import { changedPace } from './changed-pace.ts';
import { ChangeReason } from './changes/change-reason.ts';
import { type AddedBy, changedEndpoints, EndpointPattern, EndpointsChange } from './endpoint-patterns.ts';
import { FurtherHeadersChange } from './headers/further-headers.ts';
import { CredentialsFromChange, CredentialsFromSetting, changedCredentialsFrom } from './login/credentials-from.ts';
import { changedLogin, LoginChange, LoginStep } from './login-step.ts';
import {
  type CallRight,
  changedMocks,
  DEFAULT_MOCKS,
  MockChange,
  MockSettings,
  withAdministratorAddresses,
} from './mock-settings.ts';
import { paceRefusal } from './pacing/pace-refusal.ts';
import { NO_PACE, PaceChange } from './pacing/pace-setting.ts';
import { DEFAULT_RECORDER, RecorderChange, RecorderSettings, wholeNumber } from './recorder-settings.ts';
import { RedactRule, RedactRules } from './redact-rule.ts';
import { refusedHeader } from './refused-header.ts';
import { MAX_HEADERS, ReplayHeaderName, ReplayHeaders } from './replay-headers.ts';
import { changedRetention } from './retention/changed-retention.ts';
import type { MaxRetention } from './retention/max-retention.ts';
import { DEFAULT_RETENTION, RetentionChange, RetentionSettings } from './retention/retention-settings.ts';
import { settingsMessage } from './settings-message.ts';
import { SavedForChange } from './targets/saved-for.ts';

/** The orders of requests that an application may ask for. */
const ORDERS = ['auto', 'sessions', 'recorded'] as const;

/** What may happen to credentials. */
export const CREDENTIAL_MODES = ['seal', 'remove', 'keep'] as const;

/**
 * What happens where a recording shows personal data: it is counted, or sealed by a rule for its field, or not looked
 * for.
 */
const PERSONAL_DATA_MODES = ['count', 'seal', 'off'] as const;

const ReplaySettings = v.object({
  maxQps: v.number(),
  concurrency: v.number(),
  timeoutMs: v.number(),
  /**
   * Headers of replayed requests: `set` replaces recorded ones, `remove` deletes them. Requests that were recorded
   * without a header of `set` get it if it is not a credential, or `always` names it.
   */
  headers: v.object({
    set: v.record(v.string(), v.string()),
    // Optional in rows of earlier versions, whose applications added every header of `set`.
    always: v.optional(v.array(v.string()), []),
    remove: v.array(v.string()),
    /** The addresses that the value of each header of `set` was saved for, by its name in lower case. */
    targets: v.optional(v.record(v.string(), v.array(v.string())), {}),
  }),
  /** Whether requests of one session replay in order, one at a time. */
  keepSessions: v.boolean(),
  /** Whether values that the target issued are sent in place of recorded ones. */
  aliasValues: v.optional(v.boolean(), true),
  /** The order of requests; `auto`: as the recordings need (docs/order.md). Optional in rows of earlier versions. */
  order: v.optional(v.picklist(ORDERS), 'auto'),
  /**
   * The factor of the recorded pace that runs keep by default; 0: as fast as allowed. Optional in rows of earlier
   * versions.
   */
  pace: v.optional(v.number(), NO_PACE),
  ...RunningBuildSettings,
});

/** Settings of one application (interface 10). */
export const ApplicationSettings = v.object({
  operationNaming: v.picklist(['path', 'method-path']),
  replay: ReplaySettings,
  redact: v.array(RedactRule),
  /** What happens to credentials before a case is stored: sealed, replaced by `[redacted]`, or kept in clear. */
  credentials: v.optional(v.picklist(CREDENTIAL_MODES), 'seal'),
  /** What happens where recordings show personal data (docs/personal-data.md). Optional in rows of earlier versions. */
  personalData: v.optional(v.picklist(PERSONAL_DATA_MODES), 'count'),
  // Optional in rows that 0.1.0 wrote, until a backfill has brought the table to version 2 (docs/upgrades.md).
  /** Whether replays that need attention are analysed by themselves (interface 2.5). */
  automaticAnalysis: v.optional(v.boolean(), true),
  /** Whether noise reduction may resend an unsafe method, whatever answered its downstream calls (interface 3.1). */
  resendUnsafe: v.optional(v.boolean(), false),
  /** Compares response headers, except those that a rule ignores (interface 11). */
  compareHeaders: v.optional(v.boolean(), false),
  /**
   * Response headers, in lower case, that are compared beside those that mean something. Optional in rows of earlier
   * versions.
   */
  furtherHeaders: v.optional(v.array(v.string()), []),
  /** Built-in compare rules by ruleId; false disables one. */
  builtInRules: v.optional(v.record(v.string(), v.boolean()), {}),
  /** How replays log in; null: with the recorded credentials only. Optional in rows of earlier versions. */
  login: v.optional(v.nullable(LoginStep), null),
  credentialsFrom: CredentialsFromSetting,
  /** How replays answer downstream calls. Optional in rows of earlier versions. */
  mocks: v.optional(MockSettings, DEFAULT_MOCKS),
  /** Path templates whose requests are one endpoint each. Optional in rows of earlier versions. */
  endpoints: v.optional(v.array(EndpointPattern), []),
  /** How agents record. Optional in rows of earlier versions. */
  recorder: v.optional(RecorderSettings, DEFAULT_RECORDER),
  /** How long it keeps what it stores. Optional in rows of earlier versions. */
  retention: v.optional(RetentionSettings, DEFAULT_RETENTION),
});
export type ApplicationSettings = v.InferOutput<typeof ApplicationSettings>;

/** Settings of an application without stored settings. */
export const DEFAULT_SETTINGS: ApplicationSettings = {
  operationNaming: 'path',
  endpoints: [],
  replay: {
    maxQps: 200,
    concurrency: 10,
    timeoutMs: 30_000,
    headers: { set: {}, always: [], remove: [], targets: {} },
    keepSessions: true,
    aliasValues: true,
    order: 'auto',
    pace: NO_PACE,
    changingRequests: 'mocks',
    baselineEnv: null,
    latencyLimit: 0,
  },
  redact: [],
  credentials: 'seal',
  personalData: 'count',
  compareHeaders: false,
  furtherHeaders: [],
  builtInRules: {},
  resendUnsafe: false,
  automaticAnalysis: true,
  login: null,
  credentialsFrom: 'recordings',
  mocks: DEFAULT_MOCKS,
  recorder: DEFAULT_RECORDER,
  retention: DEFAULT_RETENTION,
};

/** The body that changes settings: absent and null members stay unchanged (interface 10); null removes `login`. */
export const SettingsChange = v.object({
  operationNaming: v.nullish(v.picklist(['path', 'method-path'])),
  endpoints: EndpointsChange,
  automaticAnalysis: v.nullish(v.boolean()),
  resendUnsafe: v.nullish(v.boolean()),
  replay: v.nullish(
    v.object({
      maxQps: v.nullish(wholeNumber(1, MAX_LOAD.maxQps)),
      concurrency: v.nullish(wholeNumber(1, MAX_LOAD.concurrency)),
      timeoutMs: v.nullish(wholeNumber(1, MAX_LOAD.timeoutMs)),
      headers: v.nullish(
        v.object({
          set: v.nullish(ReplayHeaders),
          always: v.nullish(v.pipe(v.array(ReplayHeaderName), v.maxLength(MAX_HEADERS))),
          remove: v.nullish(v.pipe(v.array(ReplayHeaderName), v.maxLength(MAX_HEADERS))),
          targets: v.nullish(v.record(ReplayHeaderName, SavedForChange)),
        }),
      ),
      keepSessions: v.nullish(v.boolean()),
      aliasValues: v.nullish(v.boolean()),
      order: v.nullish(v.picklist(ORDERS)),
      pace: PaceChange,
      ...RunningBuildChange,
    }),
  ),
  redact: v.nullish(RedactRules),
  credentials: v.nullish(v.picklist(CREDENTIAL_MODES)),
  personalData: v.nullish(v.picklist(PERSONAL_DATA_MODES)),
  compareHeaders: v.nullish(v.boolean()),
  furtherHeaders: FurtherHeadersChange,
  builtInRules: v.nullish(
    v.record(
      v.pipe(
        v.string(),
        v.check((ruleId) => BUILT_IN_HEADERS.some((rule) => rule.ruleId === ruleId)),
      ),
      v.boolean(),
    ),
  ),
  login: LoginChange,
  credentialsFrom: CredentialsFromChange,
  mocks: MockChange,
  recorder: RecorderChange,
  retention: RetentionChange,
  reason: ChangeReason,
});

/** Who changes settings, what they may do, and where the application may send (interface 14). */
export interface SettingsRights {
  /** Noted with what the change adds; absent where the service changes settings itself. */
  author?: AddedBy;
  /** Why, noted with each setting that changes; absent without a reason. */
  reason?: string | undefined;
  /** What new values are saved for, unless the body names other addresses. */
  allowed: readonly string[];
  /** Why calls that are made for real may go to an address. */
  rightTo(address: string): CallRight;
  /** The maximum of `retention`; absent where the service changes settings itself. */
  maxRetention?: MaxRetention;
}

/** The rights of an administrator, where no target is allowed yet. */
const WITHOUT_TARGETS: SettingsRights = { allowed: [], rightTo: () => 'administrator' };

const NOT_CALLED =
  'mocks.targets has an address that is not among the targets of the application; an administrator sets it, or allows it with `replay targets allow`';

/**
 * Returns the settings after a PUT: only the members in the body change, null counts as absent (interface 10), and a
 * masked header keeps its value.
 */
export function changedSettings(
  current: ApplicationSettings,
  input: unknown,
  { author, allowed, rightTo, maxRetention }: SettingsRights = WITHOUT_TARGETS,
): Result<ApplicationSettings, 'INVALID_SETTINGS'> {
  const refused = refusedHeader(input);
  if (refused !== null) return refuse('INVALID_SETTINGS', refused);
  const parsed = v.safeParse(SettingsChange, input);
  if (!parsed.success) return refuse('INVALID_SETTINGS', settingsMessage(parsed.issues[0]));
  const {
    operationNaming,
    replay,
    redact,
    credentials,
    compareHeaders,
    builtInRules,
    resendUnsafe,
    automaticAnalysis,
  } = parsed.output;
  const { headers, ...sending } = replay ?? {};
  const pace = changedPace(current.replay, sending);
  const together = paceRefusal(pace);
  if (together !== null) return refuse('INVALID_SETTINGS', together);
  const sent = changedHeaders(current.replay.headers, headers ?? {}, allowed);
  if (!sent.ok) return sent;
  const login = changedLogin(current.login, parsed.output.login, allowed);
  if (!login.ok) return login;
  const credentialsFrom = changedCredentialsFrom(current.credentialsFrom, parsed.output.credentialsFrom, login.value);
  if (!credentialsFrom.ok) return credentialsFrom;
  const asked = changedMocks(current.mocks, parsed.output.mocks);
  if (!asked.ok) return asked;
  const mocks = withAdministratorAddresses(current.mocks, asked.value, rightTo);
  if (mocks === null) return refuse('INVALID_SETTINGS', NOT_CALLED);
  const endpoints = changedEndpoints(current.endpoints, parsed.output.endpoints, author);
  if (!endpoints.ok) return endpoints;
  const retention = changedRetention(current.retention, parsed.output.retention, maxRetention);
  if (!retention.ok) return retention;
  return accept({
    operationNaming: operationNaming ?? current.operationNaming,
    endpoints: endpoints.value,
    replay: {
      ...pace,
      headers: sent.value,
    },
    redact: redact ?? current.redact,
    credentials: credentials ?? current.credentials,
    personalData: parsed.output.personalData ?? current.personalData,
    compareHeaders: compareHeaders ?? current.compareHeaders,
    furtherHeaders: parsed.output.furtherHeaders ?? current.furtherHeaders,
    builtInRules: { ...current.builtInRules, ...builtInRules },
    resendUnsafe: resendUnsafe ?? current.resendUnsafe,
    automaticAnalysis: automaticAnalysis ?? current.automaticAnalysis,
    login: login.value,
    credentialsFrom: credentialsFrom.value,
    mocks,
    recorder: { sampleRate: parsed.output.recorder?.sampleRate ?? current.recorder.sampleRate },
    retention: retention.value,
  });
}
