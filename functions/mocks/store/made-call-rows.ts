import * as v from 'valibot';
import { inlineOrBlob } from '../../platform/table/inline-or-blob.ts';
import { DamagedData } from '../../platform/values/damaged-data.ts';
import { blobKeyOf } from '../../platform/values/families/blob-families.ts';
import { padded, paddedTime } from '../../platform/values/padded.ts';
import type { Item, World } from '../../platform/world.ts';
import type { Sealer } from '../../recordings/domain/sealed/sealer.ts';
import { MadeCall } from '../domain/made-call.ts';

/** A made call as it is stored. */
export interface StoredCall {
  call: MadeCall;
  /** Makes a repeat of the same question or report a repeat; null without one. */
  askId: string | null;
}

const Row = v.object({ ...MadeCall.entries, order: v.string(), askId: v.optional(v.string()) });

/** The texts of a call, which are sealed as a whole. */
const Texts = v.pick(MadeCall, ['target', 'operation', 'request', 'response', 'error']);

/** What a blob holds; rows of an earlier version have their texts in clear. */
const Content = v.looseObject({ sealed: v.optional(v.string()) });

/** Larger requests and responses are kept apart from their row. */
const MAX_INLINE = 64 * 1024;

/** Writes the members of the row of a call, and reads them (see `madeCalls`). */
export function madeCallRows(
  { blobs, newId }: Pick<World, 'blobs' | 'newId'>,
  tenant: string,
  sealerOfTenant: () => Promise<Pick<Sealer, 'seal' | 'open'>>,
) {
  const values = inlineOrBlob(blobs);
  let taken = 0;

  async function rowOf(replayId: string, { call, askId }: StoredCall, expiresAt: number) {
    const { target, operation, request, response, error, ...rest } = call;
    const order = `${paddedTime(call.at)}-${padded(taken++ % 1e9, 9)}`;
    const texts = JSON.stringify({ target, operation, request, response, error });
    const sealed = (await sealerOfTenant()).seal('b', Buffer.from(texts));
    const content =
      sealed.length > MAX_INLINE
        ? await values.write(blobKeyOf('madeCalls', encodeURIComponent(tenant), `${replayId}-${newId()}`), { sealed })
        : { sealed };
    return { ...rest, ...content, order, expiresAt, ...(askId !== null && { askId }) };
  }

  async function callOf(item: Item): Promise<v.InferOutput<typeof Row> | null> {
    // Rows of an earlier version, whose replays may be under way.
    if (typeof item.request === 'string') return v.parse(Row, item);
    const content = typeof item.sealed === 'string' ? { sealed: item.sealed } : await values.read(item);
    if (content === undefined || content === null) return null;
    const { sealed } = v.parse(Content, content);
    if (sealed === undefined) return v.parse(Row, { ...item, ...content });
    const opened = (await sealerOfTenant()).open(sealed);
    if (opened === null) throw new DamagedData({ pk: item.pk, sk: item.sk });
    return v.parse(Row, { ...item, ...v.parse(Texts, JSON.parse(opened.bytes.toString())) });
  }

  return { rowOf, callOf };
}
