import { isSensitiveName, isSensitiveText } from '../../sensitive-field.ts';
import { childNames } from './child-names.ts';
import { controlName, isFieldValue } from './own-name.ts';
import { attributeLocation, type PageLocation } from './page-location.ts';
import { isLeaf, type PageNode } from './page-node.ts';

/**
 * Finds fields of forms that the recorded page lacks and whose name means a secret, and texts that look like a secret.
 */
export function pageSecrets(recorded: PageNode, addSecret: (location: PageLocation, value: string) => void) {
  let known: ReadonlySet<string> | undefined;

  function isSecretField(node: PageNode, attribute: string): boolean {
    const name = controlName(node);
    if (name === null || !isFieldValue(node, attribute) || !isSensitiveName(name)) return false;
    known ??= new Set(controlNames(recorded));
    return !known.has(name);
  }

  const isSecret = (node: PageNode, attribute: string, value: string): boolean =>
    value !== '' && (isSensitiveText(value) || isSecretField(node, attribute));

  /** Adds those in a new node. */
  function addSecrets(node: PageNode, location: PageLocation): void {
    if (node.text !== '' && isSensitiveText(node.text)) addSecret(location, node.text);
    for (const [name, value] of node.attributes)
      if (isSecret(node, name, value)) addSecret(attributeLocation(node, name, location), value);
    if (isLeaf(node)) {
      for (const child of node.children) addSecrets(child, location);
      return;
    }
    const pairs = node.children.map((child) => ({ a: null, b: child, isMoved: false }));
    for (const [at, { name, index }] of childNames(pairs).entries()) {
      const own = { around: location, step: name };
      const child = node.children[at];
      if (child) addSecrets(child, index === null ? own : { around: own, step: index });
    }
  }

  return { isSecret, addSecrets };
}

function* controlNames(node: PageNode): Generator<string> {
  const name = controlName(node);
  if (name !== null) yield name;
  for (const child of node.children) yield* controlNames(child);
}
