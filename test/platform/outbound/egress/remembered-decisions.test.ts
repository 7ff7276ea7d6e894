import { expect, test } from 'vitest';
import { type EgressDecision, egressPolicy } from '../../../../functions/platform/outbound/egress/policy.ts';
import { rememberedDecisions } from '../../../../functions/platform/outbound/egress/remembered-decisions.ts';

/** Decisions of a policy whose clock the test moves, and the texts that it was asked about. */
function stage() {
  const granted: number[] = [];
  const policy = egressPolicy({ mode: 'strict', allow: [], deny: [], denyPorts: [], granted: () => granted });
  const asked: string[] = [];
  const clock = { ms: 0 };
  const ofUrl = (url: string): EgressDecision => {
    asked.push(url);
    return policy.ofUrl(url);
  };
  return { granted, asked, clock, decisionOf: rememberedDecisions({ ofUrl }, () => clock.ms) };
}

test('a decision is used again for a second, and then taken again', () => {
  const { granted, asked, clock, decisionOf } = stage();
  const origin = 'http://127.0.0.1:9000';
  expect(decisionOf(origin)).toEqual({ denial: 'denied-address' });
  granted.push(9000);
  clock.ms = 999;
  expect(decisionOf(origin)).toEqual({ denial: 'denied-address' });
  clock.ms = 1000;
  expect(decisionOf(origin)).toMatchObject({ target: { origin } });
  granted.pop();
  clock.ms = 2000;
  expect(decisionOf(origin)).toEqual({ denial: 'denied-address' });
  expect(asked).toHaveLength(3);
});

test('what is decided about an origin says nothing about another one', () => {
  const { granted, asked, decisionOf } = stage();
  granted.push(9000);
  expect(decisionOf('http://127.0.0.1:9000')).toHaveProperty('target');
  for (const origin of ['http://127.0.0.1:9001', 'http://127.0.0.1:9000@10.0.0.1', 'ftp://127.0.0.1:9000'])
    expect(decisionOf(origin)).toHaveProperty('denial');
  expect(new Set(asked).size).toBe(asked.length);
});

test('memory is bounded: 1000 origins, and none above 300 characters', () => {
  const { asked, decisionOf } = stage();
  const long = `http://${'a'.repeat(300)}`;
  decisionOf(long);
  decisionOf(long);
  expect(asked).toEqual([long, long]);
  for (let at = 0; at < 1000; at++) decisionOf(`http://h${at}.test`);
  decisionOf('http://h0.test');
  expect(asked).toHaveLength(1002);
  decisionOf('http://one-more.test');
  decisionOf('http://h0.test');
  expect(asked).toHaveLength(1004);
});
