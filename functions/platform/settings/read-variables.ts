import * as v from 'valibot';

/** An invalid setting that prevents the start; the message names the variable, never its value. */
export class ConfigError extends Error {}

/**
 * Parses the variables of a schema; throws ConfigError. An empty one counts as unset, as shells and CI systems produce
 * it.
 */
export function readVariables<const S extends v.ObjectSchema<v.ObjectEntries, undefined>>(
  schema: S,
  environment: Record<string, string | undefined>,
): v.InferOutput<S> {
  const set = Object.fromEntries(
    Object.keys(schema.entries).flatMap((key) => (environment[key] ? [[key, environment[key]]] : [])),
  );
  const parsed = v.safeParse(schema, set);
  if (parsed.success) return parsed.output;
  const [{ path, type }] = parsed.issues;
  const name = String(path?.[0]?.key ?? 'a setting');
  const fault = Object.hasOwn(set, name) ? (type === 'min_length' ? 'too short' : 'invalid') : 'missing';
  throw new ConfigError(`${name} is ${fault}${allowed(schema.entries[name])}`);
}

/** The values that a setting may have, as docs/settings.md lists them; where it lists none, the page itself. */
function allowed(setting: v.GenericSchema | undefined): string {
  const { values } = setting === undefined ? {} : v.getMetadata(setting);
  return typeof values === 'string' ? `; allowed: ${values.replaceAll('`', '')}` : '; see docs/settings.md';
}
