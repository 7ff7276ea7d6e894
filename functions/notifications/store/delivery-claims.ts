import { inlineOrBlob } from '../../platform/table/inline-or-blob.ts';
import { blobKeyOf } from '../../platform/values/families/blob-families.ts';
import type { Blobs, World } from '../../platform/world.ts';
import type { Delivery, TerminalState } from '../domain/delivery.ts';
import { deliveryDelays } from './delivery-delays.ts';
import { asRead, type DeliveryMovesParts, deliveryMoves, FREE } from './delivery-moves.ts';
import { deliveryKey, deliveryOf } from './delivery-rows.ts';

/** Lease of a claim. An attempt ends well before (connect 3 s, exchange 15 s). */
const LEASE_MS = 60_000;

/** What a delivery that has ended no longer has. */
const ENDED = { claim: null, leaseUntil: 0, data: undefined, blob: undefined, i1pk: undefined, i1sk: undefined };

export type DeliveryClaims = ReturnType<typeof deliveryClaims>;

/**
 * The claim protocol (facts: delivery 3.2): NEW -> CLAIMED -> POSTING -> an end. Every step is conditional on the one
 * before, so that only one of any number of workers with any copies of a message continues. False or undefined means
 * that another worker has it.
 */
export function deliveryClaims({
  table,
  blobs,
  now,
  newId,
  ...parts
}: DeliveryMovesParts & { blobs: Blobs } & Pick<World, 'newId'>) {
  const large = inlineOrBlob(blobs);
  const moves = deliveryMoves({ table, now, ...parts });
  const { change, move, wake } = moves;

  return {
    wake,
    ...deliveryDelays(moves, { now, ...parts }),

    /** Claims a delivery that is NEW, or whose claim has expired. */
    async claim(delivery: Delivery): Promise<Delivery | undefined> {
      const claimed = {
        state: 'CLAIMED',
        claim: newId(),
        leaseUntil: now() + LEASE_MS,
        firstAttemptAt: delivery.firstAttemptAt ?? now(),
      } as const;
      return (await move(delivery, claimed)) ? { ...delivery, ...claimed } : undefined;
    },

    /** The content of an earlier attempt that a receiver may have seen, or null. */
    async contentOf(delivery: Delivery): Promise<string | null> {
      const item = await table.get(deliveryKey(delivery));
      const content = item && (await large.read(item));
      return typeof content === 'string' ? content : null;
    },

    /** Records that the next byte may reach the receiver, and stores the content to send. */
    async post(delivery: Delivery, content: string): Promise<Delivery | undefined> {
      const { planId, round, channelId, eventType } = delivery;
      const stored = await large.write(blobKeyOf('deliveries', planId, round, channelId, eventType), content);
      const posting = { state: 'POSTING', claim: delivery.claim, leaseUntil: now() + LEASE_MS } as const;
      // Without delay: a process that crashes before the first byte loses a message that a bot is never sent again.
      return (await move(delivery, { ...posting, ...stored }, true)) ? { ...delivery, ...posting } : undefined;
    },

    /** Ends a delivery and deletes its content. */
    end: (
      delivery: Delivery,
      state: TerminalState,
      { attempts, httpStatus }: Pick<Delivery, 'attempts' | 'httpStatus'>,
    ) => change(delivery, { ...ENDED, state, attempts, httpStatus }, asRead(delivery)),

    /** Releases a claim after an internal error. The queue delivers the message again. */
    free: (delivery: Delivery) => change(delivery, FREE, asRead(delivery)),

    /** The current row of a message's delivery. */
    latest: async (delivery: Parameters<typeof deliveryKey>[0]) => deliveryOf(await table.get(deliveryKey(delivery))),
  };
}
