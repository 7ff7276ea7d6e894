import { describe, expect, test } from 'vitest';
import { digestOfJson } from '../../../../functions/evaluation/domain/canonical-json.ts';
import {
  COMPONENT_NAMES,
  lineageDigest,
  type Pins,
  pinnedDigests,
  workflowVersionDigest,
  workflowVersionOf,
} from '../../../../functions/evaluation/domain/workflows/pins.ts';

/** Digests of the specification's sample manifests. */
const PINS: Pins = {
  framework_definition: { digest: 'sha256:e4322306dd34c2759be803922d54321de539b2f9d79007beb2af77eedc446660' },
  runner: { version: 'sha256:da647cd04704fa45bb4e52543f35ac2d142445e5db9aa1bd26399a0f81c48363' },
  subject: { version: 'sha256:2f4ed8c5aaf09c6e35f0078c4380081fb55d0361df77ab49d314cec5efce6896' },
  environment: { version: 'sha256:afa1f7377d537e041d3a552bd1f1e51ee6ddfc9e7783968fa1e263b8df0d3808' },
  gate_policy: { version: 'sha256:d9349e428741219930b8879d312ddb08a277555e154a058f7976f243d8e7f71b' },
};
const other = `sha256:${'0'.repeat(64)}`;

describe('the digest of a workflow version (evaluation 3.4, example of 3.6)', () => {
  test('is that of the contract for the sample manifests', () => {
    expect(workflowVersionDigest(PINS)).toBe('sha256:9a759d25b11f182a6a3206bf88127305eba51d5247e0ecc6e8b37c487358ea72');
  });

  test('has the lineage of the contract', () => {
    expect(lineageDigest(PINS)).toBe('sha256:a83c5b32ef48d0816b8b3667b1ee62e9a1911306d753a04d0128ec300933e801');
  });

  test('is that of the workflow version in answers', () => {
    expect(workflowVersionDigest(PINS)).toBe(digestOfJson(workflowVersionOf(PINS)));
  });

  test('ignores unknown members and the order of members', () => {
    const { gate_policy, ...rest } = PINS;
    const more = { gate_policy, ...rest, note: 'x', runner: { ...PINS.runner, note: 'x' } };
    expect(workflowVersionDigest(more)).toBe(workflowVersionDigest(PINS));
    expect(lineageDigest(more)).toBe(lineageDigest(PINS));
  });

  test('differs for another build, whose lineage is the same', () => {
    const build = { ...PINS, subject: { version: other } };
    expect(workflowVersionDigest(build)).not.toBe(workflowVersionDigest(PINS));
    expect(lineageDigest(build)).toBe(lineageDigest(PINS));
  });

  test.for(['runner', 'environment', 'gate_policy'] as const)('has another lineage with another %s', (name) => {
    expect(lineageDigest({ ...PINS, [name]: { version: other } })).not.toBe(lineageDigest(PINS));
  });

  test('is composed of the digest of each component', () => {
    expect(COMPONENT_NAMES.map((name) => pinnedDigests(PINS)[name].slice(7, 11))).toEqual([
      ...['e432', 'da64', '2f4e', 'afa1', 'd934'],
    ]);
  });
});
