import { jsonPointer } from '../json-pointer.ts';
import { type Diagnostic, diagnosticError } from './diagnostics.ts';
import { type ManifestOf, parseManifest } from './parse-manifest.ts';
import { COMPONENT_NAMES, type ComponentName } from './pins.ts';

/** State of a pinned manifest. */
export interface Component<Name extends ComponentName> {
  /** Whether there is a committed artifact with this digest. */
  known: boolean;
  /** Null if it is unknown or invalid. */
  manifest: ManifestOf<Name> | null;
  diagnostics: readonly Diagnostic[];
}

export type Components = { readonly [Name in ComponentName]: Component<Name> };

/** A component whose artifact is committed. `value` is undefined if it is not JSON, or too large for a manifest. */
export function knownComponent<Name extends ComponentName>(name: Name, value: unknown): Component<Name> {
  const parsed = parseManifest(name, value);
  return 'manifest' in parsed
    ? { known: true, manifest: parsed.manifest, diagnostics: [] }
    : { known: true, manifest: null, diagnostics: parsed.diagnostics };
}

/** A component without a committed artifact. Pending counts as unknown (evaluation 5.5). */
export const unknownComponent = <Name extends ComponentName>(name: Name): Component<Name> => ({
  known: false,
  manifest: null,
  diagnostics: [
    diagnosticError(
      'COMPONENT_UNKNOWN',
      jsonPointer([name, name === 'framework_definition' ? 'digest' : 'version']),
      'no committed artifact has this digest',
    ),
  ],
});

export const isComplete = (components: Components): boolean => COMPONENT_NAMES.every((name) => components[name].known);
