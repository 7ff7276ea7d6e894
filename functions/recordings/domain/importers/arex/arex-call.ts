import { isObject } from '../../../../platform/json/is-object.ts';
import { sqlText } from '../../calls/sql-text.ts';
import { bodyOfBase64 } from '../../content-encoding.ts';
import { pathTemplate } from '../../operation-name.ts';
import { jsonOfText } from '../json-file.ts';
import { wrappedResponse } from './http-response-wrapper.ts';
import type { Mocker } from './mocker.ts';

/** A call of the agent, in the form that all recorders share. */
export interface ArexCall {
  kind: 'http' | 'database' | 'cache' | 'message' | 'other';
  target: string;
  operation: string;
  request: unknown;
  /** `arex` is what only the agent reads: its values are typed as in Java. */
  response: unknown;
  error: null;
}

/** A dependency mocker as a call. What it asks and what it answers are converted apart, since a query asks only. */
export const arexCall = (mocker: Mocker): ArexCall => ({
  ...askedCall(mocker),
  response: answerOf(mocker),
  error: null,
});

/** What a mocker asks, in the form of a call. */
export function askedCall({
  categoryType,
  operationName,
  targetRequest,
}: Mocker): Omit<ArexCall, 'response' | 'error'> {
  const { body = null, attributes = {} } = targetRequest ?? {};
  const attribute = (name: string) => (typeof attributes[name] === 'string' ? attributes[name] : '');
  const category = categoryType.name;
  if (category === 'HttpClient') return httpRequest(operationName, body, attribute);
  if (category === 'Database') {
    const sql = body ?? '';
    return {
      kind: 'database',
      target: (attribute('dbName') || 'database').slice(0, 2048),
      operation: (sqlText(sql).text || operationName).slice(0, 8192),
      request: { sql, parameters: parametersOf(attribute('parameters')) },
    };
  }
  if (/^redis/i.test(category)) {
    const command = operationName.slice(operationName.lastIndexOf('.') + 1).toUpperCase();
    return {
      kind: 'cache',
      target: (attribute('clusterName') || 'redis').slice(0, 2048),
      operation: command.slice(0, 8192),
      request: { command, args: body === null ? [] : [jsonOfText(body) ?? body] },
    };
  }
  const isRuntime = categoryType.skipComparison || category === 'DynamicClass' || category === 'ConfigFile';
  return {
    kind: /^(?:QMessage|Message)/.test(category) ? 'message' : 'other',
    target: isRuntime ? 'runtime' : category,
    operation: operationName.slice(0, 8192),
    request: { body: body === null ? null : (jsonOfText(body) ?? body) },
  };
}

function httpRequest(operationName: string, body: string | null, attribute: (name: string) => string) {
  const method = (attribute('HttpMethod') || 'GET').toUpperCase();
  const query = attribute('QueryString');
  const path = (query === '' ? operationName : `${operationName}?${query}`).replace(/^(?!\/)/, '/');
  const type = attribute('ContentType');
  // For a GET the agent writes the query string again.
  const sent = /^(?:GET|HEAD)$/.test(method) || body === null || body === '' ? null : bodyOfBase64(body);
  return {
    kind: 'http' as const,
    target: 'http',
    operation: `${method} ${pathTemplate(path)}`.slice(0, 8192),
    request: {
      method,
      path,
      headers: type === '' ? [] : [['content-type', type]],
      ...(sent ?? { body: null, bodyEncoding: 'utf8' as const }),
    },
  };
}

/** Categories that the agent fetches before a replayed request and then answers by itself, by what it asked exactly. */
const PREFETCHED = /^(?:redis|DynamicClass|ConfigFile)/i;

/** Whether the agent fetches the calls of a category beforehand, so that it asks only for those that it lacks. */
export const isPrefetched = ({ categoryType }: Pick<Mocker, 'categoryType'>): boolean =>
  PREFETCHED.test(categoryType.name);

function answerOf({ categoryType, operationName, targetRequest, targetResponse, creationTime }: Mocker): unknown {
  if (targetResponse === null) return null;
  if (isPrefetched({ categoryType }))
    return { arex: targetResponse, asked: { categoryType, operationName, targetRequest, creationTime } };
  return (categoryType.name === 'HttpClient' && wrappedResponse(targetResponse)) || { arex: targetResponse };
}

/** Parameters are a JSON text; a batch has a list of them. */
function parametersOf(text: string): unknown[] {
  if (text === '') return [];
  const value = jsonOfText(text);
  return Array.isArray(value) ? value : isObject(value) ? [value] : [text];
}
