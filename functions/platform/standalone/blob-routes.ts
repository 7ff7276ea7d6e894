import type { Context, Hono } from 'hono';
import { isDiskFull } from '../disk-full.ts';
import { ERRORS } from '../http/api.ts';
import { BLOB_PATH, type BlobUrls } from './blob-urls.ts';
import type { FileBlobs } from './blobs.ts';
import type { DiskRoom } from './upkeep/disk-room.ts';

/** The response to each outcome of an upload. */
const RECEIVED = {
  stored: [200, null],
  'other size': [400, 'the body does not have the size that this address was created for'],
  'other bytes': [400, 'the body does not have the digest that this address was created for'],
} as const;

/** Uploads and downloads the bytes of blobs by signed URLs, as a stream and as S3 would (evaluation 3.5). */
export function blobRoutes(
  app: Hono,
  blobs: FileBlobs,
  addresses: BlobUrls,
  room: Pick<DiskRoom, 'isLow'> = { isLow: () => false },
): void {
  app.all(`${BLOB_PATH}*`, async (context) => {
    const request = context.req.raw;
    const permit = addresses.permitOf(request.method, request.url);
    if (permit === 'forged') return refused(context, 403, 'the service did not create this address for this purpose');
    if (permit === 'expired') return refused(context, 403, 'this address has expired');
    if (permit.method === 'GET') return given(context, await blobs.get(permit.key), permit.mediaType);

    const announced = request.headers.get('content-length');
    if (announced !== null && Number(announced) !== permit.sizeBytes)
      return refused(context, ...RECEIVED['other size']);
    const body = request.body ?? new Blob([]).stream();
    const received = room.isLow()
      ? ('disk full' as const)
      : await blobs.receive(permit.key, permit, body).catch((fault: unknown) => {
          if (isDiskFull(fault)) return 'disk full' as const;
          throw fault;
        });
    if (received === 'disk full')
      return context.json(
        { errorCode: ERRORS.diskFull.code, errorMessage: ERRORS.diskFull.message },
        ERRORS.diskFull.status,
      );
    const [status, message] = RECEIVED[received];
    return message === null ? context.body(null, status) : refused(context, status, message);
  });
}

/** User-provided bytes on the console's origin: no browser may execute them there. */
function given(context: Context, stream: ReadableStream<Uint8Array> | undefined, mediaType: string) {
  if (stream === undefined) return refused(context, 404, 'the bytes no longer exist');
  return context.body(stream, 200, {
    'content-type': mediaType,
    'content-disposition': 'attachment',
    'content-security-policy': 'sandbox',
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
  });
}

const refused = (context: Context, status: 400 | 403 | 404, errorMessage: string) =>
  context.json({ errorCode: status === 404 ? 'NOT_FOUND' : 'REFUSED', errorMessage }, status);
