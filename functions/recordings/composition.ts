import {
  applicationServices,
  DETECTED_LOGINS,
  MASKED_TEXT,
  PERSONAL_DATA,
  RECORDED_CALLS,
} from '../applications/composition.ts';
import { bind, type Composition, slot } from '../platform/composition.ts';
import type { Caller } from '../platform/http/api.ts';
import type { RuleToAdd } from './domain/importers/rule-to-add.ts';
import { plainMask } from './domain/masks/mask.ts';
import { maskText } from './domain/masks/mask-text.ts';
import { detectedLogins } from './service/detected-logins.ts';
import { foundPersonalData } from './service/found-personal-data.ts';
import type { CountRulesOf } from './service/preview-endpoints.ts';
import type { RenameInRules } from './service/rename-endpoints.ts';
import { recordingKeys } from './store/recording-keys.ts';
import { recordingStore } from './store/recordings.ts';

/** Stores rules that came with a file, each once; false if the application would have too many. */
export type AddImportedRules = (appId: string, rules: readonly RuleToAdd[], caller: Caller) => Promise<boolean>;

/** What stores the rules of imported files: they are rules of the comparison. */
export const IMPORTED_RULES = slot<AddImportedRules>('rules of imported files');

/** Rules that name endpoints: counts those of some, and gives them other names. */
export interface RulesOfEndpoints {
  count: CountRulesOf;
  rename: RenameInRules;
}

/** What holds the rules of renamed endpoints: they are rules of the comparison. */
export const RULES_OF_ENDPOINTS = slot<RulesOfEndpoints>('rules of renamed endpoints');

export interface RecordingServices extends ReturnType<typeof recordingServices> {}

/** Recorded cases, and the settings that apply to their intake. */
export function recordingServices({ config, world, tenant, use }: Composition<'table' | 'blobs'>) {
  const below = use(applicationServices);
  const { caseRetentionMs: retentionMs, caseMaxBytes: maxBytes } = config;
  const shorterByMs = async (appId: string) => {
    const { caseHours } = (await below.applications.settings(appId)).retention;
    return caseHours === 0 ? 0 : Math.max(0, retentionMs - caseHours * HOUR_MS);
  };
  return { ...below, ...world, recordings: recordingStore(world, tenant, { retentionMs, maxBytes, shorterByMs }) };
}

const HOUR_MS = 3_600_000;

/** Lets the settings of an application, and the form of a run, offer a recorded login. */
export const detectedLoginsBinding = bind(DETECTED_LOGINS, ({ use }: Composition<'table' | 'blobs'>) => {
  const services = use(recordingServices);
  return (appId) => detectedLogins(services, appId);
});

/** Lets the settings of an application list the personal data in its recordings. */
export const personalDataBinding = bind(PERSONAL_DATA, ({ use }: Composition<'table' | 'blobs'>) => {
  const services = use(recordingServices);
  return (appId) => foundPersonalData(services, appId);
});

/** Lets the settings of an application list the services that its recordings call. */
export const recordedCallsBinding = bind(
  RECORDED_CALLS,
  ({ use }: Composition<'table' | 'blobs'>) => use(recordingServices).recordings.callsOf,
);

/** Masks credentials in what people write beside settings. */
export const maskedTextBinding = bind<(text: string) => string, never>(
  MASKED_TEXT,
  () => (text) => maskText(text, plainMask),
);

/** The keys that seal credentials in recordings and results. */
export const recordingKeysOf = ({ world, tenant }: Composition<'table' | 'keys'>) => recordingKeys(world, tenant);

export interface IntakeServices extends ReturnType<typeof intakeServices> {}

/** Services that take cases in. */
export const intakeServices = ({ use, bound }: Composition<'table' | 'blobs' | 'keys'>) => ({
  ...use(recordingServices),
  recordingKeys: use(recordingKeysOf),
  countRulesOf: (...given: Parameters<CountRulesOf>) => bound(RULES_OF_ENDPOINTS).count(...given),
  renameInRules: (...given: Parameters<RenameInRules>) => bound(RULES_OF_ENDPOINTS).rename(...given),
  addImportedRules: (...given: Parameters<AddImportedRules>) => bound(IMPORTED_RULES)(...given),
});
