import { canonicalJson, digestOfJson } from '../canonical-json.ts';
import type { RunnerManifest } from '../manifests/manifests.ts';

const manifest = {
  schema: 'eval.runner/v1',
  id: 'replay-regression@1.0.0',
  framework: 'replay-regression',
  runtime: 'builtin',
  protocol: { min: 1, max: 1 },
  result_schema: 'replay-regression.result/v1',
  required_capabilities: ['replay.engine.v1', 'runtime.builtin'],
  optional_capabilities: ['replay.ai_analysis'],
  determinism: 'pinned_external',
} as const satisfies { [Member in keyof RunnerManifest]: Readonly<RunnerManifest[Member]> };

/** The built-in runner. Its manifest is a committed artifact from the start (evaluation 5.6). */
export const BUILT_IN_RUNNER = {
  manifest,
  /** The artifact: the manifest in canonical form, as UTF-8. */
  bytes: Buffer.from(canonicalJson(manifest)),
  digest: digestOfJson(manifest),
};
