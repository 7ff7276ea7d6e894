import { debianPackage } from '../debian-package.ts';
import type { Command, Context, LivingApplication } from '../living-application.ts';
import { djangoTraffic, PASSWORD } from './traffic.ts';

const PYTHON = '/usr/bin/python3';

function admin({ folder }: Context, args: readonly string[], env: Record<string, string> = {}): Command {
  return {
    program: PYTHON,
    args: ['-m', 'django', ...args],
    cwd: import.meta.dirname,
    env: {
      DJANGO_SETTINGS_MODULE: 'settings',
      PYTHONPATH: import.meta.dirname,
      PYTHONDONTWRITEBYTECODE: '1',
      SECRET_KEY: 'a-secret-of-this-proof-0123456789-0123456789',
      FOLDER: folder,
      ...env,
    },
  };
}

const superuser = (context: Context, name: string): Command =>
  admin(context, ['createsuperuser', '--noinput', '--username', name, '--email', `${name}@example.com`], {
    DJANGO_SUPERUSER_PASSWORD: PASSWORD,
  });

/** The admin of Django with the applications that Django brings along. */
export const django: LivingApplication = {
  name: 'django',
  ...debianPackage(['python3-django'], [PYTHON, '/usr/lib/python3/dist-packages/django/contrib/admin/sites.py']),
  uses: 'admin pages over SQLite: HTML forms with CSRF tokens, sessions of two users, logins and logouts, history',
  setUp: (context) => [
    admin(context, ['migrate', '--verbosity', '0']),
    superuser(context, 'ann'),
    superuser(context, 'ben'),
  ],
  start: (context) => admin(context, ['runserver', '--noreload', '--nothreading', `127.0.0.1:${context.port}`]),
  ready: '/admin/login/',
  traffic: djangoTraffic,
  planted: [
    {
      what: 'the button of the login has another text',
      on: /^GET \/admin\/login\//,
      change: (response) => {
        response.text = response.text.replace('value="Log in"', 'value="Sign in"');
      },
      row: {
        kind: 'FIELD_VALUE',
        subject: "html['form#login-form']['div.submit-row'].input['@value']",
        at: '/admin/login/',
      },
    },
    {
      what: 'a page that was found is not found',
      on: /^GET \/about\/$/,
      change: (response) => {
        response.status = 404;
      },
      row: { kind: 'NOT_FOUND', subject: '404' },
    },
    {
      what: 'saving a group leads to another page',
      on: /^POST \/admin\/auth\/group\/add\//,
      change: ({ headers }) => {
        headers.location = '/admin/';
      },
      row: { kind: 'FIELD_VALUE', subject: '@headers.location' },
    },
    {
      what: 'the list of users fails',
      on: /^GET \/admin\/auth\/user\/$/,
      change: (response) => {
        response.status = 500;
      },
      row: { kind: 'SERVER_ERROR', subject: '500' },
    },
    {
      what: 'a page may be kept by caches',
      on: /^GET \/prices\//,
      change: ({ headers }) => {
        headers['cache-control'] = 'public, max-age=86400';
      },
      row: { kind: 'NEW_FIELD', subject: "@headers['cache-control']" },
    },
  ],
};
