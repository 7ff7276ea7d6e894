import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { currentChoices } from './current-choices.ts';

writeFileSync(join(import.meta.dirname, 'choices.ts'), currentChoices());
