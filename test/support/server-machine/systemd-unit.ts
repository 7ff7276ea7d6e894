/** What a unit of systemd says, as far as tests carry it out. */
export interface Unit {
  /** Its commands end before it has started. */
  isOneshot: boolean;
  /** ExecStart, and then ExecStartPost. */
  commands: string[][];
  environment: Record<string, string>;
  environmentFiles: string[];
  stateDirectories: string[];
}

/** Reads a unit by the rules of systemd.syntax(7) and systemd.service(5) that the units of deploy/ need. */
export function systemdUnit(text: string): Unit {
  const values = (name: string) =>
    [...text.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value = '']) => value);
  return {
    isOneshot: values('Type').includes('oneshot'),
    commands: [...values('ExecStart'), ...values('ExecStartPost')].map(wordsOf),
    environment: Object.fromEntries(
      values('Environment')
        .flatMap(wordsOf)
        .map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
    ),
    environmentFiles: values('EnvironmentFile'),
    stateDirectories: values('StateDirectory').flatMap(wordsOf),
  };
}

/** The words of a value: quotes keep blanks together, and two percent signs are one. */
const wordsOf = (value: string): string[] =>
  [...value.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(([, single, double, bare]) =>
    (single ?? double ?? bare ?? '').replaceAll('%%', '%'),
  );
