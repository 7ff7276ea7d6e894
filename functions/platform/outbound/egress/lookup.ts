import type { LookupAddress } from 'node:dns';

/** Every address of a name. */
export type Lookup = (hostname: string) => Promise<readonly LookupAddress[]>;
