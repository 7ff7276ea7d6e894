import { describe, expect, test } from 'vitest';
import { changingBuild } from '../../support/fakes/changing-build.ts';
import { call } from '../../support/running-service.ts';

const { stage, addRule, replayed, foundIn } = changingBuild();

/** The visible text of the list of failing requests. */
async function listed(planId: string, query = ''): Promise<string> {
  const answer = await fetch(`${stage.service.url}/report/${planId}/cases${query}`);
  return (await answer.text()).replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
}

const removeRule = (appId: string, ruleId: string) =>
  call(stage.service.url, 'DELETE', `/api/apps/${appId}/compare-rules/${ruleId}`);

describe('the failing requests by the current rules (spec 3.2, interface 13)', () => {
  test('include one that passed by a rule which is gone', async () => {
    const { ruleId } = await addRule('forgiven', { kind: 'ignore', path: 'a' });
    const planId = await replayed('forgiven', { '/f': [{ a: 1 }, { a: 2 }] });
    expect(await listed(planId)).toContain(' 0 failing requests ');
    await removeRule('forgiven', ruleId);
    expect(await foundIn(planId)).toEqual(['FIELD_VALUE a']);
    const text = await listed(planId, '?operation=%2Ff&kind=FIELD_VALUE&subject=a');
    expect(text).toContain(' 1–1 of 1 failing request ');
    expect(text).toContain('Only /f , field a ');
    expect(text).toContain('GET /f 200 Needs action: Value changed a ');
  });

  test('exclude fields that a rule ignores from their differences', async () => {
    const planId = await replayed('in-part', {
      '/f': [
        { a: 1, b: 1 },
        { a: 2, b: 2 },
      ],
    });
    expect(await listed(planId)).toContain('Value changed a , Value changed b ');
    await addRule('in-part', { kind: 'ignore', path: 'a' });
    expect(await listed(planId)).toContain('GET /f 200 Needs action: Value changed b ');
    expect(await listed(planId, '?kind=FIELD_VALUE&subject=a')).toContain(' 0 failing requests ');
  });

  test('show fields one by one when rules leave few of many', async () => {
    const fields = (value: number) => Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`f${at}`, value]));
    const planId = await replayed('many', { '/f': [fields(1), fields(2)] });
    expect(await listed(planId, '?kind=MANY_FIELDS')).toContain(' 1–1 of 1 failing request ');
    await addRule('many', { kind: 'ignore', path: 'f0' });
    expect(await listed(planId, '?kind=FIELD_VALUE&subject=f1')).toContain(' 1–1 of 1 failing request ');
  });

  test('exclude those that a later tolerance covers', async () => {
    const planId = await replayed('tolerated', { '/f': [{ a: 1 }, { a: 1.05 }], '/g': [{ a: 1 }, { a: 2 }] });
    await addRule('tolerated', { kind: 'tolerance', path: 'a', tolerance: { absolute: 0.1 } });
    const text = await listed(planId);
    expect(text).toContain(' 1–1 of 1 failing request ');
    expect(text).toContain('GET /g 200 Needs action: Value changed a ');
  });
});
