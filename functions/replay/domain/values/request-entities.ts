import type { LeafContext } from './request-leaves.ts';
import { VERSION_OF } from './session-values.ts';
import { isTimeText, modifiedEntity, timeEntity } from './times/issued-times.ts';
import { ANY_ENTITY, segmentEntity, sentEntity } from './value-entity.ts';

/** Requests that depend on when a resource was changed last (RFC 9110 13.1). */
const MODIFIED_SINCE = /^if-(?:un)?modified-since$/i;

/** What a value of a request identifies; null if its context says nothing. `path` is that of the request. */
export function entityOfLeaf(value: string, context: LeafContext, path: string): string | null {
  if (context.part === 'cookie' || context.part === 'authority' || context.isName || !isTimeText(value))
    return entityAt(context, path);
  if (context.part === 'header' && MODIFIED_SINCE.test(context.field)) return modifiedEntity(path);
  return timeEntity(context.part === 'path' ? segmentEntity(context.field) : sentEntity(context), value);
}

function entityAt(context: LeafContext, path: string): string | null {
  if (context.isName) return ANY_ENTITY;
  switch (context.part) {
    case 'authority':
      return null;
    case 'path':
      return segmentEntity(context.field);
    case 'cookie':
      return `cookie:${context.field}`;
    case 'query':
    case 'body':
    case 'header':
      return withVersionOf(sentEntity(context), path);
  }
}

/** Binds a version to the resource of its path: version 3 of one document says nothing about another. */
export const withVersionOf = <T extends string | null>(entity: T, path: string): T | string =>
  entity === 'version' ? `${VERSION_OF}${path.split('?', 1)[0]?.replace(/\/+$/, '')}` : entity;
