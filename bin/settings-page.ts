import * as v from 'valibot';
import { AwsSettings, Settings, StandaloneSettings } from '../functions/platform/settings/settings-schema.ts';

/** One environment variable, as docs/settings.md lists it. */
export interface SettingRow {
  name: string;
  where: 'standalone' | 'both' | 'AWS, by the stack';
  fallback: string;
  /** Empty where the schema has no description. */
  meaning: string;
  /** The allowed values or range; absent where the meaning states it. */
  values?: string;
}

const BEGIN = '<!-- made by `npm run settings` from functions/platform/settings/settings-schema.ts -->';
const END = '<!-- end of what `npm run settings` makes -->';

const WORDS = v.object({ unset: v.optional(v.string()), values: v.optional(v.string()) });

/** Returns every environment variable, in the order of functions/platform/settings/settings-schema.ts. */
export function settingRows(): SettingRow[] {
  return [
    ...rowsOf('standalone', StandaloneSettings.entries),
    ...rowsOf('both', Settings.entries),
    ...rowsOf('AWS, by the stack', AwsSettings.entries),
  ];
}

/** Returns the page with the current table between its two markers; throws if either marker is missing. */
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

/** The schema's own default of a variable that is not set. */
function fallbackOf(schema: v.GenericSchema): string {
  if (schema.type !== 'optional') return 'must be set';
  const fallback: unknown = v.getDefault(schema);
  return typeof fallback === 'string' && fallback !== '' ? fallback : 'none';
}
