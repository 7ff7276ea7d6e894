import type { ApplicationSettings } from '../../applications/domain/application-settings.ts';
import { patternMatcher } from '../../applications/domain/endpoint-patterns.ts';
import { patternedName } from '../domain/endpoints/patterned-name.ts';
import { sealedName } from '../domain/endpoints/sealed-name.ts';
import type { CaseHead } from '../domain/recorded-case.ts';

/** An endpoint of a recording, and its name without path patterns where that is another one. */
interface Named {
  operation: string;
  recordedAs: string | undefined;
}

/** The endpoint of a recording in whose name rules seal segments of the path; null where they select none. */
export function sealedEndpoint(
  { operation, recordedAs, method }: Pick<CaseHead, 'operation' | 'recordedAs' | 'method'>,
  { redact, endpoints }: Pick<ApplicationSettings, 'redact' | 'endpoints'>,
): Named | null {
  const own = recordedAs ?? operation;
  const sealed = sealedName(own, redact);
  if (sealed === own) return null;
  const named = patternedName(sealed, method, patternMatcher(endpoints));
  return { operation: named, recordedAs: named === sealed ? undefined : sealed };
}
