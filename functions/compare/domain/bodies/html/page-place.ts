import { isFieldValue } from './own-name.ts';
import type { PageNode } from './page-node.ts';

/** A place in a page: a member or an element of the place around it; null for the page. */
export interface PagePlace {
  around: PagePlace | null;
  step: string | number;
}

/** The subject of every place in a page begins with it. */
export const PAGE: PagePlace = { around: null, step: 'html' };

/** The value of a field with a name is at the place of the field, which has this name. */
export const attributePlace = (node: PageNode, name: string, place: PagePlace): PagePlace =>
  isFieldValue(node, name) ? place : { around: place, step: `@${name}` };

export function isInList(place: PagePlace): boolean {
  for (let at: PagePlace | null = place; at !== null; at = at.around) if (typeof at.step === 'number') return true;
  return false;
}
