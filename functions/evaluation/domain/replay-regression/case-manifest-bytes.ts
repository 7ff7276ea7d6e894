import { accept, type Result, refuse } from '../../../platform/result.ts';
import { wellFormed } from '../../../platform/values/well-formed.ts';
import type { CaseManifest } from '../../../replay/domain/case-manifest.ts';
import { MAX_JSON_BYTES } from '../artifacts/artifact.ts';
import { canonicalJson } from '../canonical-json.ts';

/** A case manifest as it is kept; refused where it is larger than what the service reads again (evaluation 3.14). */
export function caseManifestBytes(manifest: CaseManifest): Result<Uint8Array, 'resource_exhausted'> {
  const bytes = Buffer.from(canonicalJson(wellFormed(manifest)));
  return bytes.byteLength <= MAX_JSON_BYTES
    ? accept(bytes)
    : refuse('resource_exhausted', 'The manifest of the selected cases is larger than 32 MiB: select fewer cases.');
}
