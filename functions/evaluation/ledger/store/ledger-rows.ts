import * as v from 'valibot';
import { Digest } from '../../../platform/values/digest.ts';
import { partitionOf } from '../../../platform/values/families/row-families.ts';
import { padded } from '../../../platform/values/padded.ts';
import type { Item, Key } from '../../../platform/world.ts';
import type { Link } from '../../domain/ledger/chain.ts';

/** Events per partition of the ledger. */
const BLOCK = 10_000;

/** Key of an event in its tenant's ledger (evaluation 4). */
export const ledgerRow = (tenant: string, sequence: number): Key => ({
  pk: partitionOf('ledgerEvents', tenant, blockOf(sequence)),
  sk: sequenceSk(sequence),
});

/** The partition of an event. */
export const blockOf = (sequence: number): number => Math.floor(sequence / BLOCK);

/** The last sequence of a partition. */
export const lastOfBlock = (block: number): number => (block + 1) * BLOCK - 1;

export const sequenceSk = (sequence: number): string => padded(sequence, 16);

/** Key of the end of a policy's chain. */
export const policyChainKey = (tenant: string, policyId: string): Key => ({
  pk: partitionOf('policies', tenant, policyId),
  sk: 'CHAIN',
});

export const policyChainOf = (item: Item): Link => v.parse(v.object({ sequence: v.number(), digest: Digest }), item);
