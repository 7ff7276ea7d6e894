import type { Mask } from '../../../functions/recordings/domain/masks/mask.ts';

/** What stands for a credential in a script: the name of the variable that holds it, between underscores. */
const tokenOf = (variable: string): string => `__${variable}__`;

const variableOf = (name: string): string => {
  const word = name
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '');
  return `REPLAY_${word === '' ? 'VALUE' : word}`;
};

/** A mask that writes a placeholder for each credential, and notes the variables that the script needs. */
export function placeholderMask(variables: Set<string>): Mask {
  return (name) => {
    const variable = variableOf(name);
    variables.add(variable);
    return tokenOf(variable);
  };
}
