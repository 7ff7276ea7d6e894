import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

test.for([
  ['INFO', ['info', 'warn', 'error']],
  ['WARN', ['warn', 'error']],
  ['ERROR', ['error']],
  ['SILENT', []],
] as const)(
  'powertoolsLog at %s writes, outside Lambda, one JSON line per entry with the name of the service and its facts',
  ([level, seen]) => {
    const module = new URL('../../functions/platform/log.ts', import.meta.url).href;
    const program = `const { powertoolsLog } = await import('${module}');
    const log = powertoolsLog('${level}');
    log.debug('debug'); log.info('info', { plan_id: 'p', text: 'a\\nb' }); log.warn('warn'); log.error('error');`;
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    const lines = stdout
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line));
    expect(lines.map(({ message }) => message)).toEqual(seen);
    for (const line of lines)
      expect(line).toMatchObject({ service: 'replay-regression', level: line.message.toUpperCase() });
    if (level === 'INFO') expect(lines[0]).toMatchObject({ plan_id: 'p', text: 'a\nb' });
  },
);
