import { describe, expect, test } from 'vitest';
import { replayIdInTracestate, replayTracestate } from '../../../functions/recordings/domain/replay-tracestate.ts';

const ID = '0f1e2d3c4b5a69788796a5b4';
const OWN = `replay=${ID}`;
const OTHER = 'e'.repeat(24);

describe('the tracestate of a replayed request', () => {
  test.for<[what: string, recorded: string[], sent: string]>([
    ['nothing was recorded', [], OWN],
    ['members stay behind ours, in their order', ['rojo=1,congo=t61'], `${OWN},rojo=1,congo=t61`],
    ['several lines are one list', ['a=1', 'b=2 , c=3'], `${OWN},a=1,b=2,c=3`],
    ['a member of an earlier replay goes', [`a=1,replay=${OTHER},b=2, replay=x`], `${OWN},a=1,b=2`],
    ['a key that contains ours stays', ['xreplay=1,replay@sys=2'], `${OWN},xreplay=1,replay@sys=2`],
    ['an invalid member goes', ['recorded,=1,A=1,a=b=c,a=,b=\u00e9,ok=1'], `${OWN},ok=1`],
    ['a sealed or redacted text is not a member', ['[redacted]'], OWN],
    [
      '32 members',
      [Array.from({ length: 40 }, (_, n) => `k${n}=1`).join(',')],
      `${OWN},${Array.from({ length: 31 }, (_, n) => `k${n}=1`).join(',')}`,
    ],
    [
      '512 characters',
      [`a=${'x'.repeat(119)},b=${'y'.repeat(119)},c=${'z'.repeat(119)},d=${'w'.repeat(112)}`],
      `${OWN},a=${'x'.repeat(119)},b=${'y'.repeat(119)},c=${'z'.repeat(119)},d=${'w'.repeat(112)}`,
    ],
    [
      '513 characters lose the last member',
      [`a=${'x'.repeat(119)},b=${'y'.repeat(119)},c=${'z'.repeat(119)},d=${'w'.repeat(113)}`],
      `${OWN},a=${'x'.repeat(119)},b=${'y'.repeat(119)},c=${'z'.repeat(119)}`,
    ],
    [
      'a list that is too long loses long members first',
      [`a=${'x'.repeat(127)},b=${'y'.repeat(126)},c=${'z'.repeat(250)},d=1`],
      `${OWN},b=${'y'.repeat(126)},d=1`,
    ],
  ])('is written with these members: %s', ([, recorded, sent]) => {
    expect(replayTracestate(ID, recorded)).toBe(sent);
    expect(replayIdInTracestate(sent)).toBe(ID);
  });
});

describe('the replay id in a tracestate', () => {
  test.for<[tracestate: string | undefined, replayId: string | undefined]>([
    [OWN, ID],
    [`rojo=1, ${OWN} ,congo=2`, ID],
    [undefined, undefined],
    ['', undefined],
    ['rojo=1', undefined],
    ['replay', undefined],
    [`xreplay=${ID}`, undefined],
    [`replay@x=${ID}`, undefined],
    [`replay=${ID}0`, undefined],
    [`replay=${ID.toUpperCase()}`, undefined],
    [`replay=x,${OWN}`, undefined],
  ])('is read from %s: %s', ([tracestate, replayId]) => {
    expect(replayIdInTracestate(tracestate)).toBe(replayId);
  });
});
