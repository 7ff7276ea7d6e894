import { isObject } from '../../../../platform/json/is-object.ts';
import { pathTemplate } from '../../operation-name.ts';
import type { ImportedRule } from '../imported.ts';
import { jsonOfText } from '../json-file.ts';

/** Maximum rules that one test gives. */
const MAX_RULES_OF_TEST = 100;
const MAX_STEPS = 32;

/**
 * The ignore rules of the noise entries of a test (`assertions.noise`): `header.Date` is a header of every response,
 * `body.data.id` a field of the endpoint's. Keploy leaves lists out of its paths; the recorded response shows where
 * they are.
 */
export function noiseRules(
  spec: Record<string, unknown>,
  path: string,
  { req, resp }: { req: { method: string }; resp: { body: string | Uint8Array } },
): ImportedRule[] {
  const assertions = isObject(spec.assertions) ? spec.assertions : {};
  const noise = assertions.noise ?? spec.noise;
  const names = Array.isArray(noise)
    ? noise.filter((name) => typeof name === 'string')
    : isObject(noise)
      ? Object.keys(noise)
      : [];
  const body = typeof resp.body === 'string' ? jsonOfText(resp.body) : undefined;
  return names.slice(0, MAX_RULES_OF_TEST).flatMap((name): ImportedRule[] => {
    const [part = '', ...rest] = name.split('.');
    const where = rest.join('.');
    if (/^header$/i.test(part))
      return where === ''
        ? []
        : [{ endpoint: null, target: 'response-headers', path: `$${stepOf(where.toLowerCase())}`, comment }];
    if (!/^body$/i.test(part) || rest.length > MAX_STEPS) return [];
    const endpoint = { method: req.method.toUpperCase(), path: pathTemplate(path) };
    return [{ endpoint, target: 'response', path: where === '' ? '$' : fieldPath(rest, body), comment }];
  });
}

const comment = 'Noise field of a Keploy test';

/** The JSONPath of the names, with `[*]` where the recorded body has a list. */
function fieldPath(names: readonly string[], body: unknown): string {
  let value = body;
  let path = '$';
  const enterLists = () => {
    for (let depth = 0; Array.isArray(value) && depth < MAX_STEPS; depth++) {
      path += '[*]';
      value = value[0];
    }
  };
  for (const name of names) {
    enterLists();
    path += stepOf(name);
    value = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  }
  return path;
}

const stepOf = (name: string): string =>
  /^[A-Za-z_]\w*$/.test(name) ? `.${name}` : `['${name.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}']`;
