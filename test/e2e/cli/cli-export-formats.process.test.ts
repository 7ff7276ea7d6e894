import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cliStage } from '../../cli/cli-stage.ts';
import { runK6 } from '../../cli/export/run-k6.ts';
import { replay } from '../../cli/run-replay.ts';
import { lintedDocument } from '../../openapi/linted-document.ts';
import { cases, encoded, planted } from '../../support/planted-credentials.ts';
import { call } from '../../support/running-service.ts';

const { staged } = cliStage();
const CONFIG = join(import.meta.dirname, '../../cli/export/redocly.yaml');

test.for(['keep', 'seal'] as const)(
  'k6 and OpenAPI hold no credential of recordings under credentials: %s',
  async (credentials) => {
    const { env, url, folder } = await staged();
    await call(url, 'PUT', '/api/apps/shop/settings', { credentials });
    await call(url, 'POST', '/api/recorder/cases', [...cases, encoded]);
    const exported = async (format: string) => {
      const out = join(folder, `shop.${format}`);
      const done = await replay(['export', '--app-id', 'shop', '--format', format, '--out', out, '--json'], env);
      expect({ code: done.code, ...JSON.parse(done.stdout) }, done.stderr).toEqual({
        code: 0,
        exported: cases.length + 1,
        skipped: [],
      });
      const text = readFileSync(out, 'utf8');
      expect(planted.filter((one) => text.includes(one))).toEqual([]);
      return text;
    };
    const script = await exported('k6');
    const { sent, warnings } = await runK6(script, {
      env: { BASE_URL: 'http://build.test', REPLAY_PASSWORD: 'mine', REPLAY_AUTHORIZATION: 'Basic mine' },
    });
    expect(sent).toHaveLength(cases.length + 1);
    const [first] = sent.filter(({ url: at }) => at.startsWith('http://build.test/json'));
    expect(JSON.parse(String(first?.body))).toEqual({ user: 'ann', password: 'mine' });
    expect(first?.params.headers).toMatchObject({ authorization: 'Basic mine' });
    expect(warnings).toContain('not set: REPLAY_SESSION_TOKEN');

    const document = JSON.parse(await exported('openapi'));
    expect(Object.keys(document.paths)).toEqual(['/encoded', '/form', '/html', '/json', '/text', '/xml']);
    expect(await lintedDocument(document, CONFIG)).toMatchObject({ totals: { errors: 0, warnings: 0 } });
    const { schema } = document.paths['/json'].post.responses['200'].content['application/json'];
    expect(schema.properties).toMatchObject({ id: { type: 'integer' }, access_token: { type: 'string' } });
    delete document.paths['/json'].post.responses['200'].description;
    expect(await lintedDocument(document, CONFIG)).not.toMatchObject({ totals: { errors: 0 } });
  },
);
