import { pathOfName } from '../endpoints/patterned-name.ts';
import { pathTemplate } from '../operation-name.ts';
import { percentDecoded } from '../sealed/percent-decoded.ts';
import type { PersonalKind } from './personal-names.ts';
import { personalMatch } from './personal-value.ts';

/** A segment of a path, and the pattern of a rule that seals it: `/users/{mail}/orders/*`. */
interface PathSegment {
  pattern: string;
  text: string;
}

/** What a segment is by its format; other numbers are ids. */
function kindOf(segment: string): PersonalKind | null {
  const match = personalMatch('id', percentDecoded(segment) ?? segment);
  return match?.isSure ? match.kind : null;
}

/** No other character is in what has a format: most paths have none of them. */
const MAY_BE = /[@+]|%40|%2B|[A-Z]{2}\d{2}|\d{3}[.-]?\d{3}/i;

/** The segments of a path that may be personal: those that are a parameter of its endpoint, and those in a format. */
export function pathSegments(path: string, operation: string): PathSegment[] {
  const [plain = ''] = path.split('?', 1);
  if (!MAY_BE.test(plain) && !operation.includes('{')) return [];
  const segments = plain.split('/');
  const named = pathOfName(operation)?.split('/') ?? [];
  const template = named.length === segments.length ? named : pathTemplate(plain).split('/');
  const kinds = segments.map(kindOf);
  const isVariable = (at: number) => kinds[at] !== null || template[at]?.includes('{') === true;
  const patternAt = (place: number) =>
    segments
      .map((segment, at) => {
        if (at !== place) return isVariable(at) ? '*' : segment;
        const parameter = template[at] ?? '';
        return /^\{\w+\}$/.test(parameter) ? parameter : `{${kinds[at] ?? 'value'}}`;
      })
      .join('/');
  return segments.flatMap((text, at) =>
    text !== '' && isVariable(at) ? [{ pattern: patternAt(at), text: percentDecoded(text) ?? text }] : [],
  );
}

/** The name of an endpoint without personal data: `/users/ann@example.com` is counted as `/users/{mail}`. */
export function impersonalOperation(operation: string): string {
  const path = MAY_BE.test(operation) ? pathOfName(operation) : null;
  if (path === null) return operation;
  const plain = path.split('/').map((segment) => {
    const kind = kindOf(segment);
    return kind === null ? segment : `{${kind}}`;
  });
  return operation.replace(path, () => plain.join('/'));
}
