import type { PortName } from '../../platform/aws/world.ts';
import type { FunctionUses } from '../../platform/function-uses.ts';
import { CAPABILITIES } from '../capabilities.ts';

/**
 * The source of the entry of each function of AWS, by the name of the function, `replay/api`. It exports the handler
 * over the ports that the capability declares, and imports no others. Its paths are relative to this folder.
 */
export const FUNCTION_ENTRIES: ReadonlyMap<string, string> = new Map(
  CAPABILITIES.flatMap(({ name, uses: { api, steps }, functions }) => [
    [`${name}/api`, entryOf(name, api, 'api', ['apiFunction', 'api-function'])] as const,
    ...(steps ? [[`${name}/steps`, entryOf(name, steps, 'steps', ['stepFunction', 'step-function'])] as const] : []),
    ...Object.entries(functions).map(([own, uses]) => [`${name}/${own}`, entryOf(name, uses, camelCase(own))] as const),
  ]),
);

/** The names of the ports that a function declares. @internal */
export function portsOf(uses: FunctionUses): readonly PortName[] {
  return Object.keys(uses) as (keyof FunctionUses)[]; // its keys
}

/** `made` is what functions/<capability>.ts exports: the function itself, or what `maker` makes it of. */
function entryOf(capability: string, uses: FunctionUses, made: string, maker?: [name: string, file: string]): string {
  const ports = portsOf(uses);
  const given = `{ ${ports.join(', ')} }`;
  return [
    ...ports.map((port) => `import { ${port} } from '../../platform/aws/ports/${port}.ts';`),
    `import { ${made} } from './functions/${capability}.ts';`,
    ...(maker ? [`import { ${maker[0]} } from './${maker[1]}.ts';`] : []),
    `export const handler = ${maker ? `${maker[0]}(${made}(), ${given})` : `${made}(${given})`};`,
  ].join('\n');
}

function camelCase(name: string): string {
  return name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}
