import { originals } from '../core/originals.ts';
import { replayTime } from './replay-time.ts';

/** Lets `Date` start at the time of the recording in a replay. Timers and `performance.now` keep the real time. */
export function hookClock(): void {
  const RealDate = globalThis.Date;
  const now = () => replayTime() ?? originals.now();
  const shown: DateConstructor = new Proxy(RealDate, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget === shown ? target : newTarget),
    apply: () => new RealDate(now()).toString(),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });
  globalThis.Date = shown;
}
