import { AwsSolutionsChecks } from 'cdk-nag';
import { describe, expect, test } from 'vitest';
import { awsConfig } from '../../functions/platform/settings/config.ts';
import { deployedService, ownerOf } from './deployed-service.ts';

const GITHUB = ['SVC_OAUTH_GITHUB_ID=github-1'];
const GOOGLE = ['SVC_OAUTH_GOOGLE_ID=google-1'];
const OIDC = ['SVC_OIDC_ISSUER=https://login.shop.test', 'SVC_OIDC_ID=oidc-1'];
const ALL = [...GITHUB, ...GOOGLE, ...OIDC];
const ASKERS = ['LoginApi'];

/** Login providers of each function, by its name, and its network. */
function providersOf(context: Record<string, unknown>) {
  const { app, stack, ofType } = deployedService(context);
  const functions = ofType('AWS::Lambda::Function').map(({ name, Properties }) => {
    const { Variables } = Properties.Environment as { Variables: Record<string, unknown> }; // the template is untyped JSON
    return { name: ownerOf(name), variables: Variables, network: Properties.VpcConfig };
  });
  /** Functions that have any. */
  const held = Object.fromEntries(
    functions.flatMap(({ name, variables }) => {
      const own = Object.entries(variables).filter(([variable]) => /^SVC_(OAUTH|OIDC)_/.test(variable));
      return own.length > 0 ? [[name, Object.fromEntries(own)]] : [];
    }),
  );
  const networkOf = (wanted: string) => functions.find(({ name }) => name === wanted)?.network;
  return { app, stack, functions, held, networkOf, secrets: ofType('AWS::SecretsManager::Secret') };
}

/** The reference of a variable as one text, and the secret that it names. */
const referenceIn = (variables: Record<string, unknown> | undefined, variable: string) => {
  const text = JSON.stringify(variables?.[variable]);
  return { text, secret: /"Ref":"(\w+)"/.exec(text)?.[1] };
};

describe('providers of logins on AWS (spec 4.8, interface 1)', () => {
  test.for<[string, string[], Record<string, unknown>, string]>([
    ['GitHub', GITHUB, { SVC_OAUTH_GITHUB_ID: 'github-1' }, 'SVC_OAUTH_GITHUB_SECRET'],
    ['Google', GOOGLE, { SVC_OAUTH_GOOGLE_ID: 'google-1' }, 'SVC_OAUTH_GOOGLE_SECRET'],
    ['an issuer', OIDC, { SVC_OIDC_ISSUER: 'https://login.shop.test', SVC_OIDC_ID: 'oidc-1' }, 'SVC_OIDC_SECRET'],
  ])(
    'give, for %s, their settings and a separate secret to the functions of the login only',
    ([, settings, ids, secretName]) => {
      const { held, secrets } = providersOf({ settings });
      expect(Object.keys(held).toSorted()).toEqual(ASKERS);
      for (const own of Object.values(held)) expect(own).toEqual({ ...ids, [secretName]: expect.anything() });
      const { text, secret } = referenceIn(held.LoginApi, secretName);
      expect(text).toMatch(/\{\{resolve:secretsmanager:.*:SecretString:::\}\}/);
      const made = secrets.filter(({ name }) => !name.startsWith('AdminKey'));
      expect(made).toMatchObject([{ name: secret, Properties: { KmsKeyId: expect.anything() } }]);
      expect(made[0]?.Properties).not.toHaveProperty('SecretString');
    },
  );

  test('have a secret each when all three are set, and every function can start with its settings', () => {
    const { functions, held, secrets } = providersOf({ settings: ALL });
    const named = ['SVC_OAUTH_GITHUB_SECRET', 'SVC_OAUTH_GOOGLE_SECRET', 'SVC_OIDC_SECRET'].map(
      (variable) => referenceIn(held.LoginApi, variable).secret,
    );
    expect(named.toSorted()).toEqual(secrets.flatMap(({ name }) => (name.startsWith('AdminKey') ? [] : [name])));
    const starting = functions.map(({ name, variables }) => {
      const resolved = Object.entries(variables).map(([variable, value]) =>
        typeof value === 'string' ? [variable, value] : [variable, 'what-it-refers-to'],
      );
      const { oauth } = awsConfig({ ...Object.fromEntries(resolved), SVC_PUBLIC_URL: 'https://replay.shop.test' });
      return { name, asked: Object.values(oauth).filter((client) => client !== null).length };
    });
    expect(starting.filter(({ asked }) => asked > 0)).toEqual(ASKERS.map((name) => ({ name, asked: 3 })));
  });

  test.for<[string, string]>([
    ['githubSecretVersion', 'SVC_OAUTH_GITHUB_SECRET'],
    ['googleSecretVersion', 'SVC_OAUTH_GOOGLE_SECRET'],
    ['oidcSecretVersion', 'SVC_OIDC_SECRET'],
  ])(
    'change, with another %s, the reference of %s only, so that a deployment reads the secret again',
    ([version, secret]) => {
      const { held: before } = providersOf({ settings: ALL });
      const { held: after } = providersOf({ settings: ALL, [version]: 'v-2' });
      for (const name of ASKERS) {
        const { text } = referenceIn(before[name], secret);
        expect(after[name]).toEqual({ ...before[name], [secret]: JSON.parse(text.replace(':::}}', ':::v-2}}')) });
      }
    },
  );

  test('keep the functions of the login inside, without settings or secrets, while none is set', () => {
    const { held, secrets, networkOf } = providersOf({});
    expect(held).toEqual({});
    expect(secrets.map(({ name }) => name.slice(0, 8))).toEqual(['AdminKey']);
    for (const name of ASKERS) {
      expect(networkOf(name)).toEqual(networkOf('ReplayApi'));
      expect(networkOf(name)).not.toEqual(networkOf('NotifierDeliver'));
    }
  });

  test('treat an empty setting as unset', () => {
    const { secrets, networkOf } = providersOf({ settings: ['SVC_OAUTH_GITHUB_ID='] });
    expect(secrets).toHaveLength(1);
    expect(networkOf('LoginApi')).toEqual(networkOf('ReplayApi'));
  });

  test.for([GITHUB, GOOGLE, OIDC])(
    'let, with %s, only the functions of the login and the notifier reach receivers',
    (settings) => {
      const { functions, networkOf } = providersOf({ settings });
      const reaching = functions.filter(
        ({ network }) => JSON.stringify(network) === JSON.stringify(networkOf('NotifierDeliver')),
      );
      expect(reaching.map(({ name }) => name).toSorted()).toEqual(['LoginApi', 'NotifierDeliver']);
      expect(networkOf('NotifierDeliver')).not.toEqual(networkOf('ReplayApi'));
    },
  );

  test('leave no finding of the security rules without a reason', () => {
    const { app, stack } = providersOf({ settings: ALL });
    expect(new AwsSolutionsChecks(app).validateScope(stack).violations).toEqual([]);
  });
});
