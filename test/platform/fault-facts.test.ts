import { describe, expect, test } from 'vitest';
import { faultFacts } from '../../functions/platform/fault-facts.ts';

/** An error whose message was changed after its stack was written. */
function changed(from: string, to: string): Error {
  const fault = new Error(from);
  expect(fault.stack).toContain(from);
  fault.message = to;
  return fault;
}

describe('faultFacts', () => {
  test.for<[string, Error]>([
    ['a line of text', new Error('secret')],
    ['lines that look like frames', new Error('first\n    at secret (/secret.ts:1:1)\n    at secret')],
    ['only a line that looks like a frame', new Error('\n    at secret')],
    ['no text', new Error('')],
    ['the text of another', new Error('outer', { cause: new Error('x\n    at secret') })],
    ['two errors of one text', new AggregateError([new Error('secret')], 'a\n    at secret')],
    ['another name', Object.assign(new Error('x\n    at secret'), { name: 'PlanGone' })],
  ])('says where an exception was thrown, and nothing of its text: %s', ([, fault]) => {
    const facts = faultFacts(fault);
    expect(JSON.stringify(facts)).not.toContain('secret');
    expect(facts.fault_name).toBe(fault.name);
    expect(facts.fault_at).toContainEqual(expect.stringContaining('fault-facts.test.ts'));
  });

  test.for<[string, Error]>([
    ['replaced', changed('x\n    at secret', 'other')],
    ['emptied', changed('x\n    at secret', '')],
  ])('has no frames if the text was %s after the throw', ([, fault]) => {
    expect(faultFacts(fault)).toEqual({ fault_name: 'Error', fault_at: [] });
  });

  test('names the type of a value that is not an exception', () => {
    expect(faultFacts('secret')).toEqual({ fault_name: 'string' });
  });
});
