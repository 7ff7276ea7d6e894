import { currentDocument } from './current-document.ts';
import { formatted } from './formatted.ts';
import { pathTypes } from './path-types.ts';

/** What `paths.ts` has to be. */
export const currentPaths = async (): Promise<string> => formatted(await pathTypes(currentDocument()));
