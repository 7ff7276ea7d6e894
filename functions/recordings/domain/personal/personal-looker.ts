import { bodyLooker } from './body-looker.ts';
import { databaseLooker } from './database-looker.ts';
import type { PersonalFields } from './field-counts.ts';
import { fieldNoter } from './field-noter.ts';
import { pathSegments } from './path-segments.ts';
import { isName } from './plain-name.ts';

/** Counts what the values of a case show, up to a number of values. */
export function personalLooker(into: PersonalFields) {
  const noter = fieldNoter(into);
  const { note } = noter;

  function parameters(text: string): void {
    for (const [name, one] of new URLSearchParams(text)) if (isName(name)) note(`parameter ${name}`, name, one);
  }

  return {
    ...bodyLooker(noter),
    database: databaseLooker(noter),
    parameters,

    header(name: string, value: string): void {
      if (isName(name)) note(`header ${name.toLowerCase()}`, name, value);
    },

    /** The segments of a path and the parameters of its query. */
    path(path: string, operation: string): void {
      for (const { pattern, text } of pathSegments(path, operation)) note(`segment ${pattern}`, 'id', text);
      const query = path.indexOf('?');
      if (query >= 0) parameters(path.slice(query + 1));
    },
  };
}
