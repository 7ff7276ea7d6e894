import { readFileSync } from 'node:fs';
import { CloudEvent, HTTP } from 'cloudevents';
import { describe, expect, test } from 'vitest';
import type { EventIdentity } from '../../../../functions/notifications/domain/channel-kind.ts';
import type { NotificationFacts } from '../../../../functions/notifications/domain/notification-facts.ts';
import { sampleFacts } from '../../../../functions/notifications/domain/sample-facts.ts';
import { webhook } from '../../../../functions/notifications/domain/webhook/webhook.ts';
import { parseKeepingNumbers } from '../../../../functions/platform/values/json-text.ts';

const NOW = Date.UTC(2026, 10, 20, 8, 30, 15, 123);
const identity: EventIdentity = { id: 'e1', event: 'completed', time: NOW };
const failed = sampleFacts({ publicUrl: 'http://replay.internal', now: NOW });
const eventOf = (change: Partial<NotificationFacts> = {}, event: EventIdentity['event'] = 'completed') =>
  JSON.parse(webhook.content({ ...failed, ...change }, { ...identity, event }));
const dataOf = (...args: Parameters<typeof eventOf>) => eventOf(...args).data;

const passed: Partial<NotificationFacts> = {
  result: { ...failed.result, verdict: 'PASS' },
  analysis: null,
  summary: null,
  attributes: null,
};

describe('the event of a webhook (spec 6.1)', () => {
  test('is valid CloudEvents 1.0 in structured mode', () => {
    const body = webhook.content(failed, identity);
    const event = new CloudEvent(JSON.parse(body), true);
    expect(event.validate()).toBe(true);
    const headers = { 'content-type': 'application/cloudevents+json; charset=utf-8' };
    expect(HTTP.toEvent({ headers, body })).toEqual(event);
  });

  test('has exactly the attributes of the spec', () => {
    expect({ ...eventOf(), data: null }).toEqual({
      specversion: '1.0',
      id: 'e1',
      source: '/service/replay',
      type: 'ai.service.replay.run.completed',
      subject: failed.planId,
      time: '2026-11-20T08:30:15.123Z',
      datacontenttype: 'application/json',
      data: null,
    });
  });

  test('names the schedule of a replay in an extension attribute', () => {
    const event = eventOf({ scheduleId: 'nightly' });
    expect(event).toEqual({ ...eventOf(), scheduleid: 'nightly' });
    expect(new CloudEvent(event, true).validate()).toBe(true);
  });

  test.for([
    ['completed', 'ai.service.replay.run.completed', undefined],
    ['diagnosed', 'ai.service.replay.run.diagnosed', undefined],
    ['test', 'ai.service.replay.run.completed', true],
  ] as const)('is, for %s, of type %s with sample %s', ([event, type, sample]) => {
    expect(eventOf({}, event)).toMatchObject({ type });
    expect(dataOf({}, event).sample).toBe(sample);
  });

  test('has every member on FAIL', () => {
    expect(Object.keys(dataOf()).sort()).toEqual(
      [
        ...['appId', 'planId', 'verdict', 'passRate', 'totalCases', 'successCases', 'failedCases', 'reason', 'summary'],
        ...['reportUrl', 'attributes', 'findings', 'analysis', 'clusterCount', 'topClusters'],
      ].sort(),
    );
  });

  test('leaves out missing members', () => {
    expect(Object.keys(dataOf(passed)).sort()).toEqual(
      [
        ...['appId', 'planId', 'verdict', 'passRate', 'totalCases', 'successCases', 'failedCases'],
        ...['reportUrl', 'findings'],
      ].sort(),
    );
    expect(dataOf({ ...passed, findings: null })).not.toHaveProperty('findings');
  });

  test('has the findings and analysis of the poll', () => {
    const { findings, analysis } = dataOf();
    expect({ findings, analysis }).toEqual({ findings: failed.findings, analysis: failed.analysis });
  });

  test('keeps the numbers of attributes as written', () => {
    const given = '{"build":12345678901234567890,"ratio":1.0,"tiny":1e-7,"empty":{}}';
    const body = webhook.content({ ...failed, attributes: parseKeepingNumbers(given) }, identity);
    expect(body).toContain(`"attributes":${given}`);
  });

  test('has no clusters for FAIL without a failed case (interface 6)', () => {
    const result = { ...failed.result, successCases: failed.result.totalCases - 1, failedCases: 0 };
    const { clusterCount, topClusters } = dataOf({ result, clusters: failed.clusters });
    expect({ clusterCount, topClusters }).toEqual({ clusterCount: 0, topClusters: [] });
  });

  test('has no count of clusters if they are gone', () => {
    expect(dataOf({ findings: null, clusters: [] })).not.toHaveProperty('clusterCount');
  });
});

test('the example of docs/notifications.md has the members of an event', () => {
  const [, example = ''] = /### Example\n```json\n(.*?)```/s.exec(readFileSync('docs/notifications.md', 'utf8')) ?? [];
  const described = JSON.parse(example);
  expect(new CloudEvent(described, true).validate()).toBe(true);
  expect(Object.keys(described)).toEqual(Object.keys(eventOf()));
  expect(Object.keys(described.data)).toEqual(Object.keys(dataOf()));
  for (const member of ['findings', 'analysis', 'topClusters'])
    expect(shapeOf(described.data[member])).toEqual(shapeOf(dataOf()[member]));
});

/** Names of the members; for a list, those of its first entry. */
const shapeOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (typeof value !== 'object' || value === null) return null;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, EMPTIED.has(name) ? null : shapeOf(one)]),
  );
};
/** Lists that are empty in the example. */
const EMPTIED = new Set(['toReview', 'uncoveredMainOperations']);

describe('the request of a webhook (spec 6.1)', () => {
  const url = 'http://10.0.0.5:9000/hook';

  test('has the secret unchanged, and no signature', () => {
    expect(webhook.post('{}', { url, secret: 's3cret =' }, NOW)).toEqual({
      url,
      headers: [
        ['Content-Type', 'application/json; charset=utf-8'],
        ['X-Webhook-Secret', 's3cret ='],
      ],
      body: '{}',
    });
  });

  test('has no secret header without a secret', () => {
    expect(webhook.post('{}', { url, secret: null }, NOW).headers).toEqual([
      ['Content-Type', 'application/json; charset=utf-8'],
    ]);
  });
});

describe('the answer to a webhook (spec 6.1)', () => {
  test.for([
    [199, 'ambiguous', null],
    [200, 'delivered', undefined],
    [204, 'delivered', undefined],
    [299, 'delivered', undefined],
    [300, 'refused', null],
    [307, 'refused', null],
    [399, 'refused', null],
    [400, 'refused', null],
    [404, 'refused', null],
    [407, 'refused', null],
    [408, 'not-delivered', null],
    [409, 'refused', null],
    [410, 'refused', 'receiver_gone'],
    [411, 'refused', null],
    [424, 'refused', null],
    [425, 'not-delivered', null],
    [426, 'refused', null],
    [428, 'refused', null],
    [429, 'not-delivered', null],
    [499, 'refused', null],
    [500, 'ambiguous', null],
    [503, 'ambiguous', null],
    [599, 'ambiguous', null],
  ] as const)('has, for status %i, the outcome %s', ([status, outcome, vendorCode]) => {
    expect(webhook.interpret({ status, body: '', retryAfter: null })).toEqual({
      outcome,
      ...(vendorCode !== undefined && { vendorCode }),
    });
  });
});
