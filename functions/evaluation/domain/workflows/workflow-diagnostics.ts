import { jsonPointer } from '../json-pointer.ts';
import { BUILT_IN_RUNNER } from '../replay-regression/built-in-runner.ts';
import { parseDefinitionConfig } from '../replay-regression/definition-config.ts';
import type { Components } from './component.ts';
import { type Diagnostic, diagnosticError, diagnosticWarning } from './diagnostics.ts';
import { COMPONENT_NAMES } from './pins.ts';
import { isTargetInNetwork } from './target-network.ts';

/** Facts that must be looked up to validate manifests together. */
export interface LookedUp {
  /** Whether the egress policy forbids the environment's target. */
  isTargetDenied: boolean;
  /** Indexes of the definition's files without a committed artifact of the stated size. */
  missingFiles: readonly number[];
  /** Whether the definition names a case set that is not a committed artifact. */
  isCaseSetMissing: boolean;
}

/** An image pinned by digest. A tag may point to another image later. */
const PINNED_IMAGE = /@sha256:[0-9a-f]{64}$/;

type Check = (components: Components, lookedUp: LookedUp) => Diagnostic[];

/** Checks between manifests (evaluation 3.6). Faults within a manifest come from its schema. */
const CHECKS: readonly Check[] = [
  ({ framework_definition: { manifest: definition }, runner: { manifest: runner } }) =>
    definition && runner && definition.framework !== runner.framework
      ? [
          diagnosticError(
            'FRAMEWORK_MISMATCH',
            at('runner', 'framework'),
            'the runner and the definition have different frameworks',
          ),
        ]
      : [],
  replayConfig,
  (_, { missingFiles }) =>
    missingFiles.map((position) =>
      diagnosticError(
        'RUNNER_DEFINITION_NOT_CLOSED',
        at('framework_definition', 'files', position),
        'no committed artifact has the digest and size of this file',
      ),
    ),
  (_, { isCaseSetMissing }) =>
    isCaseSetMissing
      ? [
          diagnosticWarning(
            'COMPONENT_UNKNOWN',
            at('framework_definition', 'config', 'case_set', 'digest'),
            'no committed artifact has the digest of the case set',
          ),
        ]
      : [],
  ({ runner: { manifest: runner } }) =>
    runner?.runtime === 'oci' && !PINNED_IMAGE.test(runner.image ?? '')
      ? [
          diagnosticWarning(
            'RUNNER_DEFINITION_NOT_CLOSED',
            at('runner', 'image'),
            'the image must be named by its digest',
          ),
        ]
      : [],
  ({ environment: { manifest: environment } }, { isTargetDenied }) =>
    environment && (isTargetDenied || !isTargetInNetwork(environment))
      ? [
          diagnosticError(
            'TARGET_NOT_ALLOWED',
            at('environment', 'target_env'),
            isTargetDenied
              ? 'the service is not allowed to send to this address'
              : "the environment's own network does not let a run reach this address",
          ),
        ]
      : [],
];

/**
 * Faults that the trigger of a replay would refuse (evaluation 3.14). The config of any other framework is not checked.
 */
function replayConfig({ framework_definition, environment, subject }: Components): Diagnostic[] {
  const definition = framework_definition.manifest;
  if (definition?.framework !== BUILT_IN_RUNNER.manifest.framework) return [];
  if (environment.manifest === null || subject.manifest === null) return [];
  const parsed = parseDefinitionConfig(definition, environment.manifest, subject.manifest);
  if (parsed.ok) return [];
  const pointer =
    parsed.code === 'MISSING_TARGET_ENV' ? at('environment', 'target_env') : at('framework_definition', 'config');
  return [diagnosticError('MANIFEST_INVALID', pointer, parsed.message)];
}

const at = (...path: (string | number)[]) => jsonPointer(path);

/** All faults in the manifests of a workflow version, independent of hosts. */
export const diagnosticsOf = (components: Components, lookedUp: LookedUp): Diagnostic[] => [
  ...COMPONENT_NAMES.flatMap((name) => components[name].diagnostics),
  ...CHECKS.flatMap((check) => check(components, lookedUp)),
];
