import { ADMIN_KEY } from '../../support/running-service.ts';
import { type Asked, NOW } from './both-worlds-stage.ts';

export const KEY = { 'x-api-key': ADMIN_KEY };
export const JSON_TYPE = { 'content-type': 'application/json' };
export const FORM = { ...KEY, 'content-type': 'application/x-www-form-urlencoded' };
export const SENT_BY_FORM = { 'content-type': 'application/x-www-form-urlencoded' };
export const TRACE = '0af7651916cd43dd8448eb211c80319c';
/** No plan. */
export const PLAN = '6a0f3c40a1b2c3d4e5f60718';
/** Stands for the plan that was triggered. */
export const TRIGGERED = '{triggered}';
export const ISO = new Date(NOW - 60_000).toISOString();
export const HOUR_AGO = new Date(NOW - 3_600_000).toISOString();

export const get = (path: string, headers: Record<string, string> = KEY): Asked => ({ method: 'GET', path, headers });
export const sent = (
  method: string,
  path: string,
  body: string | Uint8Array,
  headers: Record<string, string> = KEY,
): Asked => ({
  method,
  path,
  headers: { ...JSON_TYPE, ...headers },
  body,
});
export const posted = (path: string, body: string | Uint8Array, headers?: Record<string, string>) =>
  sent('POST', path, body, headers);
export const form = (path: string, fields: Record<string, string>): Asked => ({
  method: 'POST',
  path,
  headers: FORM,
  body: new URLSearchParams(fields).toString(),
});

export const TRIGGER = '/openapi/v1/replay-triggers';
export const SCHEDULES = '/api/apps/%C3%A4%20shop/schedules';
export const PERSONAL_DATA = '/api/recorder/apps/%C3%A4%20shop/personal-data';
export const RULES = '/api/apps/%C3%A4%20shop/compare-rules';

export type Row = readonly [what: string, status: number, asked: Asked];
