import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { currentDocument } from './current-document.ts';
import { pathTypes } from './path-types.ts';

// `npm run types` does this first. Types are all that is in it, so whatever only runs needs no such file.
writeFileSync(join(import.meta.dirname, 'paths.ts'), await pathTypes(currentDocument()));
