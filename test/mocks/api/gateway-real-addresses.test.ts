import * as v from 'valibot';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { StoredSettings, settingsKey } from '../../../functions/applications/store/stored-settings.ts';
import { AGENT, type GatewayStage, openGatewayStage } from '../gateway-stage.ts';
import { APP_ID } from '../mock-stage.ts';

const ADDRESS = 'https://prices.test/base';
const OTHER = 'https://evil.test';

let stage: GatewayStage;
beforeEach(async () => {
  stage = openGatewayStage();
  await stage.record('c1', []);
  await stage.begin();
  stage.really({
    kind: 'response',
    status: 200,
    headers: [],
    body: Buffer.from('real'),
    truncated: false,
    durationMs: 1,
  });
});
afterEach(() => stage.close());

const allow = (address: string) => stage.targets.allow(APP_ID, address, 'ann');
const remove = (address: string) => stage.targets.remove(APP_ID, address, null);

/** Saves the address of a target, as an administrator or as a member. */
async function save(address: string, isAdministrator: boolean, name = 'prices') {
  const change = { mocks: { targets: { [name]: { onMiss: 'passThrough', address } } } };
  return (await stage.changeSettings(change, await stage.targets.rightsOf(APP_ID, isAdministrator))).ok;
}

async function called(name = 'prices') {
  const sent = stage.sent.length;
  const { status, reason } = await stage.ask(`/${name}/7`, { headers: AGENT });
  return { status, reason, sent: stage.sent.slice(sent).map(({ url }) => url) };
}

const REAL = { status: 200, reason: null, sent: [`${ADDRESS}/7`] };
const REFUSED = { status: 502, reason: 'ADDRESS_NOT_ALLOWED', sent: [] };

test('the gateway makes no real call to an address of a member after its target was removed, and does once it is allowed again', async () => {
  expect(await save(ADDRESS, false)).toBe(false);
  await allow('https://prices.test');
  expect(await save(ADDRESS, false)).toBe(true);
  expect(await called()).toEqual(REAL);
  await remove('https://prices.test');
  expect(await called()).toEqual(REFUSED);
  // Saving it again does not help a member, and an administrator confirms nothing by saving other settings.
  expect(await save(ADDRESS, false)).toBe(true);
  expect(await save(ADDRESS, true)).toBe(true);
  expect(await called()).toEqual(REFUSED);
  await allow('https://*.prices.test');
  expect(await called()).toEqual(REFUSED);
  await allow('https://prices.test');
  expect(await called()).toEqual(REAL);
});

test('the gateway makes real calls to an address of an administrator without a target, under its name only', async () => {
  expect(await save(ADDRESS, true)).toBe(true);
  expect(await called()).toEqual(REAL);
  expect(await save(ADDRESS, false)).toBe(true);
  expect(await called()).toEqual(REAL);
  expect(await save(ADDRESS, false, 'stock')).toBe(false);
  expect(await save(OTHER, false)).toBe(false);
  // A target that was set as such follows the targets, regardless of who set it.
  await allow(OTHER);
  expect(await save(OTHER, true)).toBe(true);
  expect((await called()).sent).toEqual([`${OTHER}/7`]);
  await remove(OTHER);
  expect(await called()).toEqual(REFUSED);
});

test('the gateway makes real calls to an address that an earlier version stored', async () => {
  await save(ADDRESS, true);
  const key = settingsKey('default', APP_ID);
  const row = v.parse(StoredSettings, await stage.table.get(key));
  const { administratorAddresses, ...mocks } = row.settings.mocks;
  expect(administratorAddresses).toEqual([ADDRESS]);
  await stage.table.put({ ...key, ...row, settings: { ...row.settings, mocks } });
  expect(await called()).toEqual(REAL);
  expect(await save(ADDRESS, false)).toBe(true);
  expect(await called()).toEqual(REAL);
});
