import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { serviceMetrics } from '../../../../functions/platform/standalone/metrics/service-metrics.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const Dashboard = v.object({
  panels: v.array(
    v.object({
      id: v.number(),
      title: v.string(),
      gridPos: v.object({ x: v.number(), y: v.number(), w: v.number(), h: v.number() }),
      targets: v.array(v.object({ expr: v.string(), legendFormat: v.string() })),
    }),
  ),
  templating: v.object({ list: v.array(v.object({ name: v.string() })) }),
});
const text = readFileSync(join(ROOT, 'deploy/grafana-dashboard.json'), 'utf8');
const dashboard = v.parse(Dashboard, JSON.parse(text));
const expressions = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));

/** Each metric by name, with the labels that it declares. */
async function labelsByMetric(): Promise<Map<string, string[]>> {
  const metrics = serviceMetrics();
  metrics.watch({
    dataDir: '.',
    table: { use: () => ({ liveBytes: 1, freeBytes: 1 }) },
    queue: { waiting: async () => 0, deadLetters: async () => 0 },
    work: { waiting: () => 0 },
    workflows: { active: () => 0 },
    blobBytes: () => undefined,
  });
  return new Map(metrics.declared().map(({ name, labels }) => [name, labels]));
}

/** The metrics of an expression; labels begin alike. */
const named = (expr: string): string[] => expr.match(/\b(?:replay|http_server|process)_\w+/g) ?? [];

describe('the dashboard of Grafana', () => {
  test('names metrics of the service only, and each of them', async () => {
    const labels = await labelsByMetric();
    const used = new Set<string>();
    for (const name of expressions.flatMap(named)) {
      const base = labels.has(name) ? name : name.replace(/_(?:bucket|count|sum)$/, '');
      expect(labels.has(base), name).toBe(true);
      used.add(base);
    }
    used.add('replay_service_info');
    expect([...labels.keys()].filter((name) => !used.has(name))).toEqual([]);
    expect(text).toContain('label_values(replay_service_info, job)');
  });

  test('groups and names lines by labels that the metric has', async () => {
    const labels = await labelsByMetric();
    for (const { targets } of dashboard.panels)
      for (const { expr, legendFormat } of targets) {
        const [name = ''] = named(expr);
        const own = labels.get(name) ?? labels.get(name.replace(/_(?:bucket|count|sum)$/, '')) ?? [];
        const grouped = [...expr.matchAll(/ by \(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(', '));
        const shown = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = '']) => label);
        for (const label of [...grouped, ...shown]) expect([...own, 'le'], `${expr} ${label}`).toContain(label);
      }
  });

  test('has the metrics that docs/metrics.md lists, and their labels', async () => {
    const page = readFileSync(join(ROOT, 'docs/metrics.md'), 'utf8');
    const rows = [...page.matchAll(/^\| `(\w+)` \|([^|]*)\|/gm)].map(([, name = '', labels = '']) => [
      name,
      labels.match(/\w+/g) ?? [],
    ]);
    expect(Object.fromEntries(rows)).toEqual(Object.fromEntries(await labelsByMetric()));
  });

  test('puts no panel over another, and uses declared variables', () => {
    const cells = dashboard.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, at) => `${x + (at % w)} ${y + Math.floor(at / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
    const variables = dashboard.templating.list.map(({ name }) => name);
    const asked = new Set([...text.matchAll(/\$\{?([a-z]\w*)\}?/g)].map(([, name]) => name));
    expect([...asked].sort()).toEqual(variables.toSorted());
  });
});
