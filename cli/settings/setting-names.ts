import { CliFailure } from '../cli-failure.ts';

/** One setting as `replay settings` prints it. */
export interface SettingRow {
  /** Members from the root, separated by dots. */
  name: string;
  text: string;
}

/** Settings whose members are names chosen by users, so that they are printed and changed as a whole. */
const WHOLE: ReadonlySet<string> = new Set([
  'replay.headers.set',
  'login',
  'mocks.targets',
  'builtInRules',
  'endpoints',
]);

/** Lists settings by name in the order of the document; with `below`, only that setting and those below it. */
export function settingRows(settings: object, below?: string): SettingRow[] {
  const rows = (value: unknown, name: string): SettingRow[] =>
    typeof value === 'object' && value !== null && !Array.isArray(value) && !WHOLE.has(name)
      ? Object.entries(value).flatMap(([member, one]) => rows(one, name === '' ? member : `${name}.${member}`))
      : [{ name, text: typeof value === 'string' ? value : JSON.stringify(value) }];
  const all = rows(settings, '');
  return below === undefined ? all : all.filter(({ name }) => name === below || name.startsWith(`${below}.`));
}

/** Lists the settings of a change that the service does not have; `all` holds those that it has. */
export function unknownSettings(change: object, all: object): string[] {
  const known = settingRows(all).map(({ name }) => name);
  return settingRows(change)
    .map(({ name }) => name)
    .filter((name) => !known.some((one) => one === name || one.startsWith(`${name}.`)));
}

/** Converts `a.b=value` pairs to a change of settings. A value that is not JSON is text. */
export function nestedSettings(pairs: readonly string[]): object {
  const change: Record<string, unknown> = {};
  for (const pair of pairs) {
    const at = pair.indexOf('=');
    const parts = pair.slice(0, Math.max(at, 0)).split('.');
    if (at < 1 || parts.some((part) => part === '' || part === '__proto__'))
      throw new CliFailure('WRONG_USE', `${JSON.stringify(pair)} is not name=value`, 'For example replay.maxQps=50.');
    let group = change;
    for (const part of parts.slice(0, -1)) {
      const next = group[part] ?? {};
      if (typeof next !== 'object' || Array.isArray(next)) throw twice(parts);
      group[part] = next;
      group = next as Record<string, unknown>; // made here
    }
    const last = parts.at(-1) ?? '';
    if (Object.hasOwn(group, last)) throw twice(parts);
    group[last] = settingValue(pair.slice(at + 1));
  }
  return change;
}

const twice = (parts: readonly string[]) =>
  new CliFailure('WRONG_USE', `${parts.join('.')} is given twice`, 'Give each setting once.');

function settingValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
