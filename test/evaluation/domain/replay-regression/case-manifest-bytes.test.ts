import { describe, expect, test } from 'vitest';
import { caseManifestBytes } from '../../../../functions/evaluation/domain/replay-regression/case-manifest-bytes.ts';
import type { CaseManifest } from '../../../../functions/replay/domain/case-manifest.ts';

const manifest = (app_id: string): CaseManifest => ({
  schema: 'replay-regression.case-manifest/v1',
  app_id,
  case_set: null,
  cases: [],
});
const MOST = 32 * 1024 * 1024;
const FRAME = JSON.stringify(manifest('')).length;

describe('the case manifest of an attempt (evaluation 3.14)', () => {
  test('is accepted with 32 MiB', () => {
    expect(caseManifestBytes(manifest('x'.repeat(MOST - FRAME)))).toMatchObject({ ok: true, value: { length: MOST } });
  });

  test('is refused above 32 MiB with a sentence of the service', () => {
    expect(caseManifestBytes(manifest('x'.repeat(MOST - FRAME + 1)))).toEqual({
      ok: false,
      code: 'resource_exhausted',
      message: 'The manifest of the selected cases is larger than 32 MiB: select fewer cases.',
    });
  });
});
