import * as v from 'valibot';
import { withoutSealed } from '../../../platform/values/sealed-text.ts';
import { MASK, plainMask } from '../masks/mask.ts';
import { maskText } from '../masks/mask-text.ts';

/** Calls by the name of the called service, each name once. Pairs, so that any name can stand in a row. */
export const CalledServices = v.array(v.tuple([v.string(), v.number()]));
export type CalledServices = readonly (readonly [service: string, calls: number])[];

/** Maximum services that are counted of a recording, and in a row of counts. @internal */
export const MAX_SERVICES = 100;
/** Longer names are not counted: settings cannot have them either. */
const MAX_NAME_LENGTH = 256;

/** The services that a recording calls, in the order of their first calls; undefined without any. */
export function calledServices(calls: readonly { target: string }[]): [string, number][] | undefined {
  if (calls.length === 0) return undefined;
  const counts = new Map<string, number>();
  for (const { target } of calls) addCalls(counts, serviceName(target), 1);
  return counts.size > 0 ? [...counts] : undefined;
}

/** Calls by service as the head of a recording has them: heads pass between threads, where nested arrays cost more. */
export const calledText = (called: CalledServices): string => JSON.stringify(called);

/** Parses what `calledText` made; none without it. */
export const calledIn = (text: string | undefined): CalledServices =>
  text === undefined ? [] : v.parse(CalledServices, JSON.parse(text));

/**
 * The name that a service is counted under: its target, with a mask in place of what is sealed, or is a credential.
 * Counts are shown to every reader and stored in clear, and each recording seals a credential as another text.
 */
const serviceName = (target: string): string => withoutSealed(maskText(target, plainMask), MASK);

/** Adds calls to counts by service, which have at most MAX_SERVICES. */
export function addCalls(counts: Map<string, number>, service: string, calls: number): void {
  const before = counts.get(service);
  if (before === undefined && (counts.size >= MAX_SERVICES || service.length > MAX_NAME_LENGTH)) return;
  counts.set(service, (before ?? 0) + calls);
}
