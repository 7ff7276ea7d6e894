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

/** Ports that a function on AWS is composed of, and what it does with them: its bundle, its rights and its place in the network follow. */
export interface FunctionUses {
  readonly table: true;
  readonly blobs: true;
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
