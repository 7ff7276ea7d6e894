import * as v from 'valibot';
import { AwsSettings, Settings, StandaloneSettings } from '../functions/platform/settings/settings-schema.ts';

/** One variable of the environment, as docs/settings.md tells of it. */
export interface SettingRow {
  name: string;
  where: 'standalone' | 'both' | 'AWS, by the stack';
  fallback: string;
  /** Empty where nobody wrote one. */
  meaning: string;
  /** The words or the range that it takes; absent where the meaning says it. */
  values?: string;
}

const BEGIN = '<!-- made by `npm run settings` from functions/platform/settings/settings-schema.ts -->';
const END = '<!-- end of what `npm run settings` makes -->';

const WORDS = v.object({ unset: v.optional(v.string()), values: v.optional(v.string()) });

/** Every variable of the environment, in the order of functions/platform/settings/settings-schema.ts. */
export function settingRows(): SettingRow[] {
  return [
    ...rowsOf('standalone', StandaloneSettings.entries),
    ...rowsOf('both', Settings.entries),
    ...rowsOf('AWS, by the stack', AwsSettings.entries),
  ];
}

/** The page with the table of today between its two marks; throws where it has not both. */
export function settingsPage(page: string): string {
  const [begin, end] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error(`the page has no "${BEGIN}" before "${END}"`);
  const rows = settingRows().map(({ name, where, fallback, meaning, values }) =>
    [name, where, fallback, values ? `${meaning} (${values})` : meaning].map((cell) => cell.replaceAll('|', '\\|')),
  );
  const table = [['Variable', 'Where', 'Default', 'Meaning'], ['---', '---', '---', '---'], ...rows].map(
    (cells) => `| ${cells.join(' | ')} |\n`,
  );
  return `${page.slice(0, begin)}${BEGIN}\n${table.join('')}${page.slice(end)}`;
}

function rowsOf(where: SettingRow['where'], entries: Record<string, v.GenericSchema>): SettingRow[] {
  return Object.entries(entries).map(([name, schema]) => {
    const { unset, values } = v.parse(WORDS, v.getMetadata(schema));
    const meaning = v.getDescription(schema) ?? '';
    return { name, where, fallback: unset ?? fallbackOf(schema), meaning, ...(values && { values }) };
  });
}

/** What the schema itself puts in place of a variable that is not set. */
function fallbackOf(schema: v.GenericSchema): string {
  if (schema.type !== 'optional') return 'has to be set';
  const fallback: unknown = v.getDefault(schema);
  return typeof fallback === 'string' && fallback !== '' ? fallback : 'none';
}
