import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HAS_BROWSER, NO_BROWSER, openBrowser } from '../browser.ts';
import { focusFaults, layoutFaults, structureFaults, zoomFaults } from './page-faults.ts';

const PAGE = `<!doctype html><html lang="en"><title>A page</title><style>:focus-visible { outline: 2px solid navy }</style>
<a href="#main">Skip</a><main id="main" tabindex="-1"><h1>A page</h1>BODY</main></html>`;

describe.skipIf(!HAS_BROWSER)(`the checks of a page${NO_BROWSER}`, () => {
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    browser = await openBrowser();
    page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  });
  afterAll(() => browser?.close());

  const shown = async (body: string) => {
    await page.goto('about:blank');
    await page.setContent(PAGE.replace('BODY', body));
  };

  test.for([
    ['<h3>Skipped</h3>', 'heading skips a level'],
    ['<h1>Another</h1>', 'h1: not exactly one'],
    ['<p id="main"></p>', 'two elements of one id: main'],
    ['<nav><a href="/">Home</a></nav>', 'nav without a name'],
    ['<input placeholder="Name">', 'field without a label'],
    ['<label for="lost">Name</label>', 'refers to nothing'],
    ['<label>Name <input></label><p class="error" id="e">Wrong</p>', 'error that no field names'],
    ['<table><tr><td>1</td></tr></table>', 'table without a caption'],
    ['<table><caption>Runs</caption><tr><th>Name</th></tr></table>', 'header without a scope'],
    ['<svg></svg>', 'picture without role'],
  ] as const)('find in the structure of %s: %s', async ([body, fault]) => {
    await shown(body);
    expect((await structureFaults(page)).join('\n')).toContain(fault);
  });

  test.for([
    ['<button tabindex="1">First</button>', 'positive tabindex'],
    [
      '<p style="display: flex; flex-direction: column-reverse"><button>A</button><button>B</button></p>',
      'focus goes up',
    ],
    [
      '<p style="display: flex; flex-direction: row-reverse"><button>A</button><button>B</button></p>',
      'focus goes left',
    ],
    ['<p style="overflow: hidden; width: 20px; white-space: nowrap">A long text</p>', 'text is cut off'],
  ] as const)('find in the layout of %s: %s', async ([body, fault]) => {
    await shown(body);
    expect((await layoutFaults(page)).join('\n')).toContain(fault);
  });

  test.for([
    ['<button style="outline: none">A</button>', 'no ring'],
    ['<button style="outline-color: #eee">A</button>', 'pale ring'],
    ['<p style="overflow: hidden"><button style="margin: 0">A</button></p>', 'ring is cut off'],
    ['<button>A</button><p style="position: fixed; inset: 0; margin: 0">Over it</p>', 'covered'],
  ] as const)('find in the focus of %s: %s', async ([body, fault]) => {
    await shown(body);
    expect((await focusFaults(page)).join('\n')).toContain(fault);
  });

  test.for([
    ['<p style="width: 700px">Wide</p>', 'wider than 640 px'],
    ['<style>@media (max-width: 700px) { button { display: none } }</style><button>A</button>', 'lost at 640 px'],
    ['<style>@media print { h1 { display: none } }</style>', 'print: no heading'],
  ] as const)('find in the zoom of %s: %s', async ([body, fault]) => {
    await shown(body);
    expect((await zoomFaults(page)).join('\n')).toContain(fault);
  });

  test('find nothing in a page without faults', async () => {
    await shown(
      '<nav aria-label="Pages"><a href="/">Home</a></nav><p><button>A</button> <label>Name <input></label></p>',
    );
    expect([
      ...(await structureFaults(page)).filter((fault) => !fault.includes('outside of landmarks')),
      ...(await layoutFaults(page)).filter((fault) => !fault.includes('skip link')),
      ...(await focusFaults(page)),
      ...(await zoomFaults(page)),
    ]).toEqual([]);
  });
});
