import { keyBuilder } from './key-pattern.ts';

/**
 * Blobs by the beginnings of their keys, of which the first part is the retention class (functions/platform/world.ts,
 * Blobs). `*` stands for one part of a key. Keys are built from these texts, and the rights of functions name them
 * (function-uses.ts).
 */
export const BLOB_FAMILIES = {
  // recordings
  cases: 'cases/*/*',
  pinnedCases: 'kept/*/*',
  // mocks
  startupCalls: 'cases/*/startup-*',
  madeCalls: 'plans/*/made/*',
  // compare
  importedRules: 'kept/*/rules-*',
  // replay, findings, noise and analysis
  plans: 'plans/*/*/*',
  // notifications
  deliveries: 'plans/deliveries/*/*/*/*',
  // logs
  logs: 'plans/logs/*/*/*',
  lookups: 'uploads/lookups/*/*/log-rows.json',
  // arex
  arexRecords: 'cases/*/arex/*',
  // evaluation
  artifacts: 'evaluation/*/t/*/cas/sha256/*/*',
  uploads: 'uploads/t/*/*',
  builtInArtifacts: 'kept/built-in/*',
} as const;

/** The name of a family. */
export type BlobFamily = keyof typeof BLOB_FAMILIES;

/** The key of a blob; what is stored by inlineOrBlob adds a digest. */
export const blobKeyOf = keyBuilder(BLOB_FAMILIES);
