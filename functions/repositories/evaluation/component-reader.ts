import { MOST_INLINE_BYTES } from '../../domain/evaluation/artifact.ts';
import { type Component, knownComponent, unknownComponent } from '../../domain/evaluation/component.ts';
import type { Digest } from '../../domain/evaluation/identifiers.ts';
import type { ComponentName } from '../../domain/evaluation/pins.ts';
import type { Json } from '../../world.ts';

/** Where manifests lie: the part of artifacts.ts that is needed here. */
export interface ManifestSource {
  find(digest: Digest): Promise<{ status: 'pending' | 'committed' | 'expired'; size_bytes: number } | undefined>;
  jsonOf(digest: Digest): Promise<Json | undefined>;
}

/** Reads manifests, for whoever asks, in one way: committed, of at most 1 MiB and as they should be, or none (evaluation 3.5). */
export const componentReader =
  ({ find, jsonOf }: ManifestSource) =>
  async <Name extends ComponentName>(name: Name, digest: Digest): Promise<Component<Name>> => {
    const artifact = await find(digest);
    if (artifact?.status !== 'committed') return unknownComponent(name);
    return knownComponent(name, artifact.size_bytes > MOST_INLINE_BYTES ? undefined : await jsonOf(digest));
  };
