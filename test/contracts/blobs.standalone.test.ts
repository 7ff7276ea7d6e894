import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe } from 'vitest';
import { blobUrls } from '../../functions/platform/standalone/blob-urls.ts';
import { fileBlobs } from '../../functions/platform/standalone/blobs.ts';
import { blobsContract } from './blobs.contract.ts';

describe('the Blobs port on files', () => {
  const directory = mkdtempSync(join(tmpdir(), 'blobs-'));
  afterAll(() => rmSync(directory, { recursive: true }));
  const addresses = blobUrls({ publicUrl: 'http://localhost', masterKeys: [Buffer.alloc(32)], now: Date.now });
  blobsContract(() => fileBlobs(join(directory, 'deep', 'blobs'), addresses));
});
