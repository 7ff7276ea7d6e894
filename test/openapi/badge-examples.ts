import { EXAMPLE } from '../../functions/platform/http/documents/path-parts.ts';
import { call } from '../support/running-service.ts';

const PATH = '/api/apps/{appId}/badges';

/** Preconditions of the examples of badges, with the replacements of their values. */
export function badgeExamples(urlOf: () => string): Readonly<Record<string, () => Promise<Record<string, string>>>> {
  async function created(): Promise<Record<string, string>> {
    const { body } = await call(urlOf(), 'POST', PATH.replace('{appId}', EXAMPLE.appId));
    return { [EXAMPLE.badgeId]: body.id };
  }
  return { [`GET ${PATH}`]: created, [`DELETE ${PATH}/{badgeId}`]: created };
}
