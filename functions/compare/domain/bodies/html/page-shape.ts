import { type PageNode, withNumber, withText } from './page-node.ts';

/**
 * A hash that nodes share which differ in digits and random texts only, such as the rows of a table in which every time
 * has changed.
 */
export function shapeOf(node: PageNode): number {
  if (node.shape !== 0) return node.shape;
  let hash = withText(withText(0, node.tag), masked(node.text));
  for (const [name, value] of node.attributes) hash = withText(withText(hash, name), masked(value));
  for (const child of node.children) hash = withNumber(hash, shapeOf(child));
  node.shape = hash;
  return hash;
}

const MAX_MASKED = 500;

const masked = (text: string): string =>
  /\d/.test(text) ? text.slice(0, MAX_MASKED).replaceAll(/[0-9a-f-]*\d[0-9a-z-]*/gi, '0') : text;

/** A hash that nodes share which have the same elements in them. */
export function skeletonOf(node: PageNode): number {
  if (node.skeleton !== 0) return node.skeleton;
  let hash = withText(0, node.tag);
  for (const child of node.children) hash = withNumber(hash, skeletonOf(child));
  node.skeleton = hash;
  return hash;
}
