import { refusedActions } from '../../../functions/composition/refused-actions.ts';
import type { LocalLinks } from '../../../functions/login/composition.ts';
import { application } from '../../../functions/platform/http/application.ts';
import { basePathOf } from '../../../functions/platform/http/base-path.ts';
import { pageRoutes } from '../../../functions/platform/http/pages/page-routes.ts';
import type { Http } from '../../../functions/platform/outbound/http.ts';
import { assets } from '../../../functions/platform/pages-shell/assets.ts';
import { problemPage } from '../../../functions/platform/pages-shell/problem.ts';
import { hostOf, loginStage } from '../../support/stages/login-stage.ts';

const ADDRESS = 'http://127.0.0.1:8090';

/** The pages over a table in memory, with a browser that keeps their cookies. Redirects are not followed. */
export function pageStage(env: Record<string, string> = {}, http: Partial<Http> = {}, links: LocalLinks | null = null) {
  const stage = loginStage(env, http, links);
  const {
    world,
    host: { pages, routes, callerOf },
  } = stage;
  const app = application({ families: [], world, callerOf });
  const basePath = basePathOf(env.SVC_PUBLIC_URL ?? ADDRESS);
  const noteRefused = refusedActions(stage.host);
  pageRoutes(app, { pages, assets, world, callerOf, endpoints: routes, problem: problemPage, basePath, noteRefused });

  function browser(address = ADDRESS) {
    const jar = new Map<string, string>();

    async function ask(path: string, init: RequestInit = {}) {
      const headers = new Headers(init.headers);
      if (jar.size > 0) headers.set('cookie', [...jar].map((pair) => pair.join('=')).join('; '));
      const answer = await app.request(`${address}${path}`, { ...init, headers }, hostOf(stage.source.address));
      for (const line of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        jar.set(name, value);
      }
      return { status: answer.status, headers: answer.headers, text: await answer.text() };
    }

    const csrfOf = (text: string) => /name="csrf" value="([^"]*)"/.exec(text)?.[1] ?? '';

    return {
      jar,
      get: (path: string, headers: Record<string, string> = {}) => ask(path, { headers }),
      /** Sends a form with the token of the page that contains the forms. */
      async post(
        path: string,
        fields: Record<string, string> | [string, string][],
        headers: Record<string, string> = {},
      ) {
        const body = new URLSearchParams(fields);
        if (!body.has('csrf')) body.set('csrf', csrfOf((await ask('/console/login')).text));
        return ask(path, { method: 'POST', headers, body });
      },
      async logIn(userName: string, next = '/console') {
        const code = await stage.codeFor(userName);
        return this.post('/console/login/verify', { userName, verifyCode: code ?? '', next });
      },
    };
  }

  return { ...stage, browser };
}
