import { CAPABILITIES } from '../../../functions/composition/capabilities.ts';
import type { FunctionUses } from '../../../functions/platform/function-uses.ts';

/** What each function of AWS declares, by the name of the function (function-entries.ts). */
export const DECLARED: ReadonlyMap<string, FunctionUses> = new Map(
  CAPABILITIES.flatMap(({ name, uses, functions }) => [
    [`${name}/api`, uses.api] as const,
    ...(uses.steps ? [[`${name}/steps`, uses.steps] as const] : []),
    ...Object.entries(functions).map(([own, ownUses]) => [`${name}/${own}`, ownUses] as const),
  ]),
);
