import { isFieldValue } from './own-name.ts';
import type { PageNode } from './page-node.ts';

/** A place in a page: a member or an element of the place around it; null for the page. */
export interface PageLocation {
  around: PageLocation | null;
  step: string | number;
}

/** The subject of every place in a page begins with it. */
export const PAGE: PageLocation = { around: null, step: 'html' };

/** The value of a field with a name is at the place of the field, which has this name. */
export const attributeLocation = (node: PageNode, name: string, location: PageLocation): PageLocation =>
  isFieldValue(node, name) ? location : { around: location, step: `@${name}` };

export function isInList(location: PageLocation): boolean {
  for (let at: PageLocation | null = location; at !== null; at = at.around)
    if (typeof at.step === 'number') return true;
  return false;
}
