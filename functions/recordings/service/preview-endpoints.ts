import { type EndpointPattern, patternMatcher } from '../../applications/domain/endpoint-patterns.ts';
import type { EndpointsPreview, PatternEffect } from '../domain/endpoints/endpoints-preview.ts';
import { patternedName } from '../domain/endpoints/patterned-name.ts';
import { countEndpoints, type RecordedEndpoint } from '../domain/recorded-endpoint.ts';
import type { RecordingStore } from '../store/recordings.ts';
import { renamedOperations } from './rename-endpoints.ts';

/** Maximum recordings that a preview counts. */
const MAX_COUNTED = 20_000;
/** Maximum endpoints that a preview names of each pattern. */
const MAX_NAMED = 50;
const ALWAYS = { from: 0, to: 8_640_000_000_000_000 };

interface CountedEffect extends Omit<PatternEffect, 'becomes'> {
  /** Recordings by method. */
  methods: Map<string, number>;
}

/** Counts the rules that name one of these endpoints. */
export type CountRulesOf = (appId: string, operations: ReadonlySet<string>) => Promise<number>;

/** Previews patterns; nothing is stored. */
export async function previewEndpoints(
  {
    recordings,
    countRulesOf,
  }: { recordings: Pick<RecordingStore, 'endpointsOf' | 'between'>; countRulesOf: CountRulesOf },
  appId: string,
  patterns: readonly EndpointPattern[],
): Promise<EndpointsPreview> {
  const matcher = patternMatcher(patterns);
  const recorded = await recordings.endpointsOf(appId);
  const after = new Map<string, Set<string>>();
  const changing: RecordedEndpoint[] = [];
  for (const { operation, methods } of recorded) {
    for (const method of methods.length > 0 ? methods : ['']) {
      const name = patternedName(operation, method, matcher);
      after.set(name, (after.get(name) ?? new Set()).add(method));
      if (name !== operation) changing.push({ operation, methods: [method] });
    }
  }
  const effects = new Map<string, CountedEffect>();
  let counted = 0;
  let mostBefore = 0;
  for (const { operation, methods } of changing) {
    const [method = ''] = methods;
    const name = patternedName(operation, method, matcher);
    const effect: CountedEffect = effects.get(name) ?? { pattern: name, endpoints: 0, named: [], methods: new Map() };
    effects.set(name, effect);
    effect.endpoints++;
    let own = 0;
    if (counted < MAX_COUNTED)
      for await (const head of recordings.between(appId, operation, ALWAYS)) {
        if (method === '' || head.method === method) own++;
        if (counted + own >= MAX_COUNTED) break;
      }
    counted += own;
    effect.methods.set(method, (effect.methods.get(method) ?? 0) + own);
    mostBefore = Math.max(mostBefore, own);
    effect.named.push({ operation, method: method || null, recordings: own });
  }
  const all = [...effects.values()];
  const names = new Set(renamedOperations(recorded, matcher).keys());
  return {
    endpoints: {
      before: countEndpoints(recorded),
      after: [...after.values()].reduce((sum, { size }) => sum + size, 0),
    },
    recordings: counted,
    isAtLeast: counted >= MAX_COUNTED,
    rules: names.size === 0 ? 0 : await countRulesOf(appId, names),
    mostRecordings: { before: mostBefore, after: Math.max(0, ...all.flatMap(({ methods }) => [...methods.values()])) },
    patterns: all
      .map(({ methods, named, ...effect }) => ({
        ...effect,
        becomes: methods.size,
        named: named.sort((a, b) => b.recordings - a.recordings).slice(0, MAX_NAMED),
      }))
      .sort((a, b) => b.endpoints - a.endpoints),
  };
}
