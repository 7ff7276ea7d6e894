import type { BlobFamily } from './values/families/blob-families.ts';
import type { RowFamily } from './values/families/row-families.ts';
import type { MachineName, World } from './world.ts';

/** What the Keys port seals, by those who may seal it and open it. */
export type Sealed =
  | 'channels'
  | 'signing-keys'
  | 'code-requests'
  | 'pass-thresholds'
  | 'schedule-thresholds'
  | 'replay-headers'
  | 'recording-keys'
  | 'replay-keys';

/**
 * What a function does with rows, by the methods of the Table port: `reads` are `get`, `batchGet` and `query`, `checks`
 * those of a transaction. `puts` are also those of rows that an update finds expired. `batchWrites` are `batchPut` and
 * `batchRemove`, which IAM does not tell apart: rows that are only added to have none. A function that writes a row may
 * read it back.
 */
export type RowRights = {
  readonly [Kind in 'reads' | 'puts' | 'batchWrites' | 'updates' | 'removes' | 'checks']?: readonly RowFamily[];
};

/**
 * What a function does with blobs, by the methods of the Blobs port: `copy` reads and writes, and so do those that
 * sign.
 */
export type BlobRights = { readonly [Kind in 'reads' | 'writes' | 'removes']?: readonly BlobFamily[] };

/**
 * Ports that a function on AWS is composed of, and what it does with them: its bundle, its rights and its place in the
 * network follow.
 */
export interface FunctionUses {
  readonly table: RowRights;
  readonly blobs: BlobRights;
  readonly egress?: true;
  /** Where it sends: instances under test, receivers of notifications, providers of logins where any is set. */
  readonly http?: 'targets' | 'receivers' | 'providers';
  readonly keys?: { readonly seals?: readonly Sealed[]; readonly opens?: readonly Sealed[] };
  /** Sends messages. */
  readonly queue?: true;
  readonly workflows?: { readonly starts?: readonly MachineName[]; readonly completes?: readonly MachineName[] };
  readonly model?: true;
  readonly mail?: true;
}

/** Names of the ports. */
export type PortsOf<Uses> = Extract<keyof Uses, keyof World>;

/** A function that reads credentials signs and reads access tokens; the first that needs the keys creates them. */
export const CREDENTIALS = { seals: ['signing-keys'], opens: ['signing-keys'] } as const;

/**
 * The rows that a function reads and writes with every request that has a credential; the first that needs the keys
 * puts them.
 */
export const CREDENTIAL_ROWS: RowRights = {
  reads: ['loginKeys', 'adminKey', 'sessions', 'users', 'apiKeys', 'hosts'],
  puts: ['loginKeys'],
  // When a key was last used.
  updates: ['apiKeys'],
};

/** What a function with pages does besides: it refreshes sessions. */
export const PAGE_ROWS: RowRights = { updates: ['sessions'], removes: ['sessions'] };

/** Every function stores its log lines. */
const LOG_ROWS: RowRights = { batchWrites: ['logs'] };
const LOG_BLOBS: BlobRights = { writes: ['logs'] };

/** What a function does with rows: all that is named, and what every function does. */
export const rows = (...given: readonly RowRights[]): RowRights => together([LOG_ROWS, ...given]);

/** What a function does with blobs, likewise. */
export const blobs = (...given: readonly BlobRights[]): BlobRights => together([LOG_BLOBS, ...given]);

function together<Family extends string>(
  given: readonly { readonly [kind: string]: readonly Family[] | undefined }[],
): Record<string, readonly Family[]> {
  const kinds = new Set(given.flatMap((rights) => Object.keys(rights)));
  return Object.fromEntries(
    [...kinds].map((kind) => [kind, [...new Set(given.flatMap((rights) => rights[kind] ?? []))]]),
  );
}
