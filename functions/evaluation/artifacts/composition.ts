import { bind, type Composition } from '../../platform/composition.ts';
import { CASE_MANIFESTS } from '../../replay/composition.ts';
import { BUILT_IN_RUNNER } from '../domain/replay-regression/built-in-runner.ts';
import { artifactStore, type BuiltInArtifact } from './store/artifacts.ts';

/** Manifests that every tenant has from the start (evaluation 5.6). */
const BUILT_INS: readonly BuiltInArtifact[] = [
  { digest: BUILT_IN_RUNNER.digest, bytes: BUILT_IN_RUNNER.bytes, kind: 'runner', media_type: 'application/json' },
];

/** Artifacts of one tenant, built-in ones among them. */
export const artifactsOf = ({ world, tenant }: Composition<'table' | 'blobs'>) =>
  artifactStore(world, tenant, BUILT_INS);

/** A replay may pin what an evaluation fixed before. */
export const caseManifestsBinding = bind(CASE_MANIFESTS, ({ use }: Composition<'table' | 'blobs'>) => use(artifactsOf));
