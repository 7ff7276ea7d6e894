import { describe, expect, test } from 'vitest';
import { cardDeployment } from '../../../../functions/notifications/domain/cards/card-deployment.ts';
import { cardTitle } from '../../../../functions/notifications/domain/cards/card-title.ts';
import { CHINESE } from '../../../../functions/notifications/domain/cards/texts/chinese-texts.ts';
import { sampleFacts } from '../../../../functions/notifications/domain/sample-facts.ts';
import { parseKeepingNumbers } from '../../../../functions/platform/values/json-text.ts';

const size = { rows: 20, aiText: 1500, name: 120 };
const deployment = (attributes: unknown) =>
  cardDeployment({ attributes }, size, CHINESE).map(({ label, text, link }) => [label, text, link]);
const RUN = 'https://ci.example.com/run/7';

describe('deployment details (spec 2.1, 6.3)', () => {
  test.for<[string, unknown, unknown[]]>([
    ['no attributes', null, []],
    ['attributes that are not an object', ['cicd.pipeline.name'], []],
    ['unknown keys', { 'cicd.pipeline': 'x', __proto__: { 'vcs.ref.head.name': 'x' } }, []],
    ['blank ones', { 'deployment.environment.name': ' \u200b', 'vcs.ref.head.name': '' }, []],
    ['neither text nor number', { 'deployment.environment.name': { a: 1 }, 'vcs.ref.head.name': true }, []],
    ['an environment', { 'deployment.environment.name': 'staging' }, [['环境', 'staging', null]]],
    ['a branch', { 'vcs.ref.head.name': 'main' }, [['分支', 'main', null]]],
    ['a commit of 7 characters', { 'vcs.ref.head.revision': '0123456' }, [['提交', '0123456', null]]],
    ['a commit of 8 characters', { 'vcs.ref.head.revision': '01234567' }, [['提交', '0123456', null]]],
    ['a pipeline', { 'cicd.pipeline.name': 'deploy' }, [['流水线', 'deploy', null]]],
    ['a run', { 'cicd.pipeline.run.id': '7' }, [['流水线', '#7', null]]],
    ['a run as a number', { 'cicd.pipeline.run.id': 7 }, [['流水线', '#7', null]]],
    [
      'a pipeline, its run and address',
      { 'cicd.pipeline.name': 'deploy', 'cicd.pipeline.run.id': '7', 'cicd.pipeline.run.url.full': RUN },
      [['流水线', 'deploy #7', RUN]],
    ],
    ['an address alone', { 'cicd.pipeline.run.url.full': RUN }, [['流水线', 'https：//ci.example.com/run/7', RUN]]],
    [
      'an address that is not a link',
      { 'cicd.pipeline.run.url.full': 'javascript:alert(1)' },
      [['流水线', 'javascript:alert(1)', null]],
    ],
    [
      'a pipeline whose address is not a link',
      { 'cicd.pipeline.name': 'deploy', 'cicd.pipeline.run.url.full': 'ftp://ci/run' },
      [['流水线', 'deploy', null]],
    ],
  ])('are shown or left out: %s', ([, attributes, shown]) => {
    expect(deployment(attributes)).toEqual(shown);
  });

  test('have numbers as they were written', () => {
    const attributes = parseKeepingNumbers('{"cicd.pipeline.run.id":12345678901234567890,"vcs.ref.head.name":1.0}');
    expect(deployment(attributes)).toEqual([
      ['流水线', '#12345678901234567890', null],
      ['分支', '1.0', null],
    ]);
  });
});

describe('the application in the title (spec 2.1)', () => {
  const facts = { ...sampleFacts({ publicUrl: 'http://replay.internal', now: 1e12 }), appId: 'shop', analysis: null };
  test.for<[string, unknown, string]>([
    ['service.name', { 'service.name': '商城' }, '商城 回放：'],
    ['appId without attributes', null, 'shop 回放：'],
    ['appId when it is blank', { 'service.name': ' ' }, 'shop 回放：'],
    ['appId when nothing of it can be seen', { 'service.name': '\u200b' }, 'shop 回放：'],
    ['appId when it is not text', { 'service.name': ['x'] }, 'shop 回放：'],
    ['40 characters', { 'service.name': 'x'.repeat(40) }, `${'x'.repeat(40)} 回放：`],
    ['of 41 characters 40', { 'service.name': 'x'.repeat(41) }, `${'x'.repeat(39)}… 回放：`],
  ])('is %s', ([, attributes, beginning]) => {
    const title = cardTitle({ ...facts, attributes }, 'completed', size, CHINESE);
    expect(title).toBe(`${beginning}3 个接口需要处理，1 个接口待确认`);
  });
});
