import { jsonPointer } from '../../domain/json-pointer.ts';
import { type Diagnostic, diagnosticError } from './diagnostics.ts';
import { COMPONENT_NAMES, type ComponentName } from './pins.ts';
import { type ManifestOf, readManifest } from './read-manifest.ts';

/** What is known of a pinned manifest. */
export interface Component<Name extends ComponentName> {
  /** Whether there is a committed artifact of that digest. */
  known: boolean;
  /** Null where it is unknown, or not as it should be. */
  manifest: ManifestOf<Name> | null;
  diagnostics: readonly Diagnostic[];
}

export type Components = { readonly [Name in ComponentName]: Component<Name> };

/** A component whose artifact is committed; `value` is undefined where that is no JSON, or too large for a manifest. */
export function knownComponent<Name extends ComponentName>(name: Name, value: unknown): Component<Name> {
  const read = readManifest(name, value);
  return 'manifest' in read
    ? { known: true, manifest: read.manifest, diagnostics: [] }
    : { known: true, manifest: null, diagnostics: read.diagnostics };
}

/** A component whose artifact nobody has committed: pending counts as unknown (evaluation 5.5). */
export const unknownComponent = <Name extends ComponentName>(name: Name): Component<Name> => ({
  ...{ known: false, manifest: null },
  diagnostics: [
    diagnosticError(
      'COMPONENT_UNKNOWN',
      jsonPointer([name, name === 'framework_definition' ? 'digest' : 'version']),
      'no committed artifact has this digest',
    ),
  ],
});

export const isComplete = (components: Components): boolean => COMPONENT_NAMES.every((name) => components[name].known);
