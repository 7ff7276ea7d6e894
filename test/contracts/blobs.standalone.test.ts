import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe } from 'vitest';
import { fileBlobs } from '../../functions/standalone/blobs.ts';
import { blobsContract } from './blobs.contract.ts';

describe('Blobs as files', () => {
  const directory = mkdtempSync(join(tmpdir(), 'blobs-'));
  afterAll(() => rmSync(directory, { recursive: true }));
  blobsContract(() => fileBlobs(join(directory, 'deep', 'blobs')));
});
