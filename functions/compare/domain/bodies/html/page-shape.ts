import { hashOf, type PageNode } from './page-node.ts';

/**
 * A number that nodes share which differ in digits and random texts only, such as the rows of a table in which every time has
 * changed.
 */
export function shapeOf(node: PageNode): number {
  node.shape ??= hashOf([
    node.tag,
    masked(node.text),
    ...[...node.attributes].flatMap(([name, value]) => [name, masked(value)]),
    ...node.children.map(shapeOf),
  ]);
  return node.shape;
}

const masked = (text: string): string => text.slice(0, MAX_MASKED).replaceAll(/[0-9a-f-]*\d[0-9a-z-]*/gi, '0');
const MAX_MASKED = 500;

/** A number that nodes share which have the same elements in them. */
export function skeletonOf(node: PageNode): number {
  node.skeleton ??= hashOf([node.tag, ...node.children.map(skeletonOf)]);
  return node.skeleton;
}
