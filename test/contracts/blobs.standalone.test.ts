import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe } from 'vitest';
import { blobAddresses } from '../../functions/platform/standalone/blob-addresses.ts';
import { fileBlobs } from '../../functions/platform/standalone/blobs.ts';
import { blobsContract } from './blobs.contract.ts';

describe('Blobs as files', () => {
  const directory = mkdtempSync(join(tmpdir(), 'blobs-'));
  afterAll(() => rmSync(directory, { recursive: true }));
  const addresses = blobAddresses({ publicUrl: 'http://localhost', masterKeys: [Buffer.alloc(32)], now: Date.now });
  blobsContract(() => fileBlobs(join(directory, 'deep', 'blobs'), addresses));
});
