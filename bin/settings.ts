import { readFileSync, writeFileSync } from 'node:fs';
import { settingsPage } from './settings-page.ts';

/** `npm run settings`: regenerates the table of docs/settings.md. */
writeFileSync('docs/settings.md', settingsPage(readFileSync('docs/settings.md', 'utf8')));
