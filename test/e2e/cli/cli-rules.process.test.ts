import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { cliStage, imported } from '../../cli/cli-stage.ts';
import { replay } from '../../cli/run-replay.ts';

const { staged } = cliStage();

describe('the commands for rules, keys and channels', () => {
  test('list what they created, and remove it', async () => {
    const { env, folder } = await staged();
    await imported(env);
    const asked = async (...args: string[]) => {
      const { code, stdout, stderr } = await replay([...args, '--json'], env);
      expect(code, stderr).toBe(0);
      return JSON.parse(stdout);
    };
    const { ruleId } = await asked(
      'rules',
      'add',
      'shop',
      '--kind',
      'array-key',
      '--path',
      'items',
      '--keys',
      'sku',
      '--operation',
      '/part1/{id}',
    );
    const ofCalls = await asked('rules', 'add', 'shop', '--kind', 'ignore', '--target', 'database', '--path', '$');
    expect(ofCalls).toMatchObject({ kind: 'ignore', target: 'database', path: '$' });
    await asked('rules', 'remove', 'shop', ofCalls.ruleId);
    const document = await asked('rules', 'export', 'shop');
    expect(document.rules).toMatchObject([{ ruleId, kind: 'array-key', keys: ['sku'] }]);
    await asked('rules', 'remove', 'shop', ruleId);
    const file = join(folder, 'rules.json');
    writeFileSync(file, JSON.stringify(document));
    expect(await asked('rules', 'import', 'shop', file)).toMatchObject({ added: 1 });

    const { id, key } = await asked('keys', 'add', 'recorder', '--scope', 'record', 'read');
    expect((await replay(['cases', 'apps'], { ...env, SVC_TOKEN: key })).code).toBe(0);
    expect(JSON.stringify(await asked('keys', 'list'))).not.toContain(key);
    const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
    const rotated = await asked('keys', 'rotate', id, '--overlap-hours', '0', '--expires', expiresAt);
    expect([rotated.key === key, rotated.expiresAt]).toEqual([false, expiresAt]);
    await asked('keys', 'remove', id);
    expect((await replay(['cases', 'apps'], { ...env, SVC_TOKEN: key })).code).toBe(2);

    const hook = { ...env, HOOK: 'http://hooks.test/planted-path-of-a-channel' };
    const added = await replay(
      ['channels', 'add', '--type', 'webhook', '--url-env', 'HOOK', '--only-on-failure', '--json'],
      hook,
    );
    const channel = JSON.parse(added.stdout).id;
    await asked('channels', 'change', channel, '--disable');
    const { channels } = await asked('channels', 'list');
    expect(channels).toMatchObject([{ id: channel, type: 'webhook', onlyOnFailure: true, enabled: false }]);
    expect(JSON.stringify(channels)).not.toContain('planted-path');
    await asked('channels', 'remove', channel);
    expect((await asked('channels', 'list')).channels).toEqual([]);

    const { items } = await asked('cases', 'list', 'shop', '--limit', '3');
    expect(items).toHaveLength(3);
    await asked('cases', 'pin', items[0].caseId);
    expect(await asked('cases', 'show', items[0].caseId)).toMatchObject({ pinned: true });
    expect((await asked('cases', 'list', 'shop', '--limit', '1000')).items).toHaveLength(30);
  });
});
