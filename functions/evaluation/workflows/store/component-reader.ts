import type { Digest } from '../../../platform/values/digest.ts';
import type { Json } from '../../../platform/world.ts';
import { MAX_INLINE_BYTES } from '../../domain/artifacts/artifact.ts';
import { type Component, knownComponent, unknownComponent } from '../../domain/workflows/component.ts';
import type { ComponentName } from '../../domain/workflows/pins.ts';

/** Source of manifests: the part of artifacts.ts that is needed here. */
export interface ManifestSource {
  find(digest: Digest): Promise<{ status: 'pending' | 'committed' | 'expired'; size_bytes: number } | undefined>;
  jsonOf(digest: Digest): Promise<Json | undefined>;
}

/**
 * Reads manifests with the same rules for all callers: committed, at most 1 MiB and valid, otherwise none (evaluation
 * 3.5).
 */
export const componentReader =
  ({ find, jsonOf }: ManifestSource) =>
  async <Name extends ComponentName>(name: Name, digest: Digest): Promise<Component<Name>> => {
    const artifact = await find(digest);
    if (artifact?.status !== 'committed') return unknownComponent(name);
    return knownComponent(name, artifact.size_bytes > MAX_INLINE_BYTES ? undefined : await jsonOf(digest));
  };
