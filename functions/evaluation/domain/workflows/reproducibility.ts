import * as v from 'valibot';
import { Digest } from '../../../platform/values/digest.ts';
import { REPRODUCIBILITY_CLASSES, type ReproducibilityClass } from '../statuses.ts';
import type { Component, Components } from './component.ts';
import type { ManifestOf } from './parse-manifest.ts';
import { COMPONENT_NAMES, type ComponentName } from './pins.ts';

/** Why a component has its class (evaluation 3.6). */
const REPRODUCIBILITY_REASONS = [
  'COMPONENT_UNKNOWN',
  'MANIFEST_INVALID',
  'CASE_SET_PINNED',
  'CASE_SET_NOT_PINNED',
  'DETERMINISM_DECLARED',
  'DETERMINISM_NOT_DECLARED',
  'IMAGE_PINNED',
  'IMAGE_NOT_PINNED',
  'MOCK_DISABLED',
  'NETWORK_NONE',
  'NETWORK_ALLOWLIST',
  'NETWORK_OPEN',
  'GATE_IS_ARITHMETIC',
] as const;
type Reason = (typeof REPRODUCIBILITY_REASONS)[number];

const ReproducibilityFactor = v.object({
  component: v.picklist(COMPONENT_NAMES),
  class: v.picklist(REPRODUCIBILITY_CLASSES),
  reason: v.picklist(REPRODUCIBILITY_REASONS),
});
export type ReproducibilityFactor = v.InferOutput<typeof ReproducibilityFactor>;

/** Reproducibility of a workflow version: the worst class of its factors (evaluation 3.6). */
export const Reproducibility = v.object({
  class: v.picklist(REPRODUCIBILITY_CLASSES),
  factors: v.array(ReproducibilityFactor),
});
export type Reproducibility = v.InferOutput<typeof Reproducibility>;

type Row<Manifest> = readonly [reason: Reason, is: ReproducibilityClass, applies: (manifest: Manifest) => boolean];

const otherwise = () => true;
const PinnedCases = v.object({ case_set: v.object({ digest: Digest }) });

/** Classes per component (evaluation 3.6). The first matching row applies. */
const ROWS: { readonly [Name in ComponentName]: readonly Row<ManifestOf<Name>>[] } = {
  framework_definition: [
    ['CASE_SET_PINNED', 'hermetic', ({ config }) => v.is(PinnedCases, config)],
    ['CASE_SET_NOT_PINNED', 'recorded_external', otherwise],
  ],
  runner: [
    ...REPRODUCIBILITY_CLASSES.map(
      (name): Row<ManifestOf<'runner'>> => ['DETERMINISM_DECLARED', name, ({ determinism }) => determinism === name],
    ),
    ['DETERMINISM_NOT_DECLARED', 'live', otherwise],
  ],
  subject: [
    ['IMAGE_PINNED', 'pinned_external', ({ image_digest }) => image_digest !== undefined],
    ['IMAGE_NOT_PINNED', 'recorded_external', otherwise],
  ],
  environment: [
    ['MOCK_DISABLED', 'live', ({ enable_mock }) => !enable_mock],
    ['NETWORK_NONE', 'hermetic', ({ network }) => network.mode === 'none'],
    ['NETWORK_ALLOWLIST', 'pinned_external', ({ network }) => network.mode === 'allowlist'],
    ['NETWORK_OPEN', 'live', otherwise],
  ],
  gate_policy: [['GATE_IS_ARITHMETIC', 'hermetic', otherwise]],
};

/** The class of a workflow version, with the factor of each component. */
export function reproducibilityOf(components: Components): Reproducibility {
  const factors = COMPONENT_NAMES.map((name) => factorOf(name, components));
  return { class: worst(factors.map((factor) => factor.class)), factors };
}

/** The worst of the classes. `hermetic` for an empty list. @internal */
export const worst = (classes: readonly ReproducibilityClass[]): ReproducibilityClass =>
  REPRODUCIBILITY_CLASSES.findLast((name) => classes.includes(name)) ?? 'hermetic';

function factorOf<Name extends ComponentName>(name: Name, components: Components): ReproducibilityFactor {
  const { known, manifest }: Component<Name> = components[name];
  if (!known) return { component: name, class: 'live', reason: 'COMPONENT_UNKNOWN' };
  if (manifest === null) return { component: name, class: 'live', reason: 'MANIFEST_INVALID' };
  const row = ROWS[name].find(([, , applies]) => applies(manifest));
  if (row === undefined) throw new Error(`no row applies to the ${name}`);
  const [reason, is] = row;
  return { component: name, class: is, reason };
}
