import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { currentChoices } from './current-choices.ts';
import { currentPaths } from './current-paths.ts';

writeFileSync(join(import.meta.dirname, 'paths.ts'), await currentPaths());
writeFileSync(join(import.meta.dirname, 'choices.ts'), currentChoices());
