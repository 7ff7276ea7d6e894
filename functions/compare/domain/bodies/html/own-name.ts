import type { PageNode } from './page-node.ts';

const CONTROLS = new Set('input select textarea button output'.split(' '));
const MAX_NAME_LENGTH = 80;

/** The name of a field of a form or of a `meta` element; null if it has none. */
export function controlName({ tag, attributes }: PageNode): string | null {
  const name = CONTROLS.has(tag)
    ? attributes.get('name')
    : tag === 'meta'
      ? (attributes.get('name') ??
        attributes.get('property') ??
        attributes.get('http-equiv') ??
        attributes.get('itemprop'))
      : undefined;
  return name && name.length <= MAX_NAME_LENGTH ? name : null;
}

/** Whether an attribute is the value of such a field, which is at the place of the field. */
export const isFieldValue = (node: PageNode, attribute: string): boolean =>
  (node.tag === 'input' ? attribute === 'value' : node.tag === 'meta' && attribute === 'content') &&
  controlName(node) !== null;

/**
 * An id that names the same element in each response: it has no number of several digits, and no long hexadecimal part.
 */
export function idOf({ attributes }: PageNode): string | null {
  const id = attributes.get('id');
  return id && id.length <= MAX_NAME_LENGTH && !DATA.test(id) ? id : null;
}

const DATA = /\d{3}|(?=[a-f]*\d)[0-9a-f]{8}|\s/i;

/** Elements that are alike by what they are, also where each has an id. */
export const LISTED: ReadonlySet<string> = new Set('tr li option optgroup tbody'.split(' '));

/** The id by which a place names an element; null if it has none of that kind. */
export const ownId = (node: PageNode): string | null =>
  LISTED.has(node.tag) || controlName(node) !== null ? null : idOf(node);

/** The first class of an element, or what a link is for; empty if it has none. */
export function classOf({ tag, attributes }: PageNode): string {
  const text = attributes.get(tag === 'link' ? 'rel' : 'class') ?? '';
  const [first = ''] = text.split(' ', 1);
  return DATA.test(first) ? '' : first;
}
