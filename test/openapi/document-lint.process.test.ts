import { join } from 'node:path';
import { expect, test } from 'vitest';
import { document } from './all-endpoints.ts';
import { lintedDocument } from './linted-document.ts';

test('the OpenAPI document is valid OpenAPI 3.1, with examples that fit their schemas (interface 13)', async () => {
  const linted = await lintedDocument(document, join(import.meta.dirname, 'redocly.yaml'));
  expect(linted).toMatchObject({ totals: { errors: 0, warnings: 0 }, problems: [] });
});
