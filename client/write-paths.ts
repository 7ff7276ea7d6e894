import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { currentPaths } from './current-paths.ts';

writeFileSync(join(import.meta.dirname, 'paths.ts'), await currentPaths());
