import * as v from 'valibot';
import { isNestedDeeperThan, MAX_JSON_DEPTH } from '../../../platform/values/json-text.ts';
import { GatePolicy } from '../gates/gate-policy.ts';
import { jsonPointer } from '../json-pointer.ts';
import { EnvironmentManifest, FrameworkDefinition, RunnerManifest, SubjectManifest } from '../manifests/manifests.ts';
import { type Diagnostic, type DiagnosticCode, diagnosticError } from './diagnostics.ts';
import type { ComponentName } from './pins.ts';

const MAX_DIAGNOSTICS = 20;

/** The schema of each component's manifest (evaluation 3.5). */
const SCHEMAS = {
  framework_definition: FrameworkDefinition,
  runner: RunnerManifest,
  subject: SubjectManifest,
  environment: EnvironmentManifest,
  gate_policy: GatePolicy,
} as const satisfies Record<ComponentName, v.GenericSchema>;

export type ManifestOf<Name extends ComponentName> = v.InferOutput<(typeof SCHEMAS)[Name]>;

/** Diagnostic code of a fault within a member of a manifest. Any other fault is MANIFEST_INVALID (evaluation 3.6). */
const OF_MEMBERS: { component: ComponentName; member: string; code: DiagnosticCode; detail: string }[] = [
  {
    component: 'framework_definition',
    member: 'files',
    code: 'RUNNER_DEFINITION_NOT_CLOSED',
    detail: 'the files are a list of relative paths without "..", each with its digest and size, and no place twice',
  },
  {
    component: 'gate_policy',
    member: 'rules',
    code: 'GATE_RULE_INVALID',
    detail: 'a rule of the gate is incomplete or invalid here',
  },
];

const OTHERWISE = {
  code: 'MANIFEST_INVALID',
  detail: 'the manifest is incomplete or invalid here',
} as const;

/** Parses the manifest of a component, or returns its diagnostics. */
export function parseManifest<Name extends ComponentName>(
  name: Name,
  value: unknown,
): { manifest: ManifestOf<Name> } | { diagnostics: Diagnostic[] } {
  // A deeply nested value would overflow the stack when it is serialized.
  if (isNestedDeeperThan(MAX_JSON_DEPTH, value)) return { diagnostics: [tooDeep(name)] };
  const parsed = v.safeParse(SCHEMAS[name], value);
  // The schema of this name returns the manifest of this name, which TypeScript cannot infer through the index.
  if (parsed.success) return { manifest: parsed.output as ManifestOf<Name> };
  const found = [...new Map(parsed.issues.map((issue) => diagnosticAt(name, pathOf(issue)))).values()];
  // For a manifest of another kind, other faults are irrelevant.
  const ofSchema = found.filter(({ pointer }) => pointer === jsonPointer([name, 'schema']));
  return { diagnostics: ofSchema.length > 0 ? ofSchema : found.slice(0, MAX_DIAGNOSTICS) };
}

const tooDeep = (name: ComponentName): Diagnostic =>
  diagnosticError(
    'MANIFEST_INVALID',
    jsonPointer([name]),
    `the manifest is nested deeper than ${MAX_JSON_DEPTH} levels`,
  );

const pathOf = ({ path }: v.BaseIssue<unknown>): (string | number)[] =>
  (path ?? []).map(({ key }) => (typeof key === 'number' ? key : String(key)));

/** One diagnostic per pointer, even if several rules fail there. */
function diagnosticAt(name: ComponentName, path: (string | number)[]): [pointer: string, Diagnostic] {
  const row = OF_MEMBERS.find(({ component, member }) => component === name && member === path[0]);
  const pointer = jsonPointer([name, ...path]);
  const { code, detail } = row ?? OTHERWISE;
  return [pointer, diagnosticError(code, pointer, detail)];
}
