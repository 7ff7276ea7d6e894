import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One upload as the service would see it. */
export interface Upload {
  query: URLSearchParams;
  body: Buffer;
}

export interface ImportReceiver {
  url: string;
  uploads: Upload[];
  close(): Promise<void>;
}

/**
 * A loopback server in the place of the service; `onUpload` runs before each answer, and may return another status. Its
 * clock stands at `time`.
 */
export async function openImportReceiver(
  time: number,
  onUpload: (upload: Upload, number: number) => Promise<number | undefined> | number | undefined,
): Promise<ImportReceiver> {
  const uploads: Upload[] = [];
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://receiver');
    response.setHeader('date', new Date(time).toUTCString());
    response.setHeader('content-type', 'application/json');
    const body = Buffer.concat(await request.toArray());
    if (pathname === '/api/recorder/imports') {
      const upload = { query: searchParams, body };
      response.statusCode = (await onUpload(upload, uploads.push(upload) - 1)) ?? 200;
    }
    response.end(JSON.stringify({ accepted: 1, duplicates: 0, rejected: [], leftOut: [], hosts: [] }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // the server listens on TCP
  return {
    url: `http://127.0.0.1:${port}`,
    uploads,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
