import { html, raw } from 'hono/html';
import { SECURITY_HEADERS } from '../pages/page-response.ts';
import type { Html } from '../pages/page-route.ts';
import type { OpenApiDocument } from './open-api-document.ts';

interface Operation {
  operationId: string;
  method: string;
  path: string;
  tags: string[];
  summary: string;
}

/** The scripts and the stylesheet that the page names. */
export interface DocumentPageFiles {
  style: string;
  /** Redoc's bundle, and the script that starts it. */
  scripts: readonly string[];
}

/**
 * Redoc writes style elements, and searches in a worker that it makes of its own text (docs/decisions/012). A style
 * reads attributes at most, and loads nothing from another site.
 */
export const DOCUMENT_PAGE_HEADERS = {
  ...SECURITY_HEADERS,
  'content-security-policy': SECURITY_HEADERS['content-security-policy'].replace(
    "style-src 'self'",
    "style-src 'self' 'unsafe-inline'; worker-src 'self' blob:",
  ),
};

/** Where the panel of the caller's session is written (reference-pages.ts). */
export const PLACE_OF_PANEL = '<!-- session -->';

/**
 * The OpenAPI document for people: a list of all endpoints, and Redoc for one section of them at a time, as it would
 * take seconds to draw every section (assets/reference.js).
 */
export function documentPage(document: OpenApiDocument, { style, scripts }: DocumentPageFiles): Html {
  const { title } = document.info as { title: string }; // see open-api-document.ts
  const tags = document.tags as { name: string; description: string }[]; // the same
  const operations = Object.entries(document.paths).flatMap(
    ([path, methods]) =>
      Object.entries(methods).map(([method, one]) => ({ ...(one as unknown as Operation), path, method })), // the same
  );
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API reference · ${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${style}">
${scripts.map((src) => html`<script src="${src}" defer></script>`)}
</head>
<body>
<a class="skip" href="#endpoints">Skip to content</a>
<header class="bar"><a class="brand" href="/console">Replay Regression</a><nav aria-label="API"><ul><li><a href="/openapi" aria-current="page">API reference</a></li><li><a href="/openapi.json">openapi.json</a></li></ul></nav></header>
${raw(PLACE_OF_PANEL)}
<nav class="side-nav" aria-label="Sections"><ul class="row"><li><a href="/openapi" data-section="">Overview</a></li>${tags.map(({ name }) => html`<li><a href="${sectionPath(name)}" data-section="${name}">${name}</a></li>`)}</ul></nav>
<div id="reference" data-document="/openapi.json"></div>
<main id="endpoints">
<h1>API reference</h1>
<p>The details of each endpoint are in <a href="/openapi.json">openapi.json</a> (OpenAPI ${document.openapi}). With scripts, this page shows them, one section at a time.</p>
${tags.map(
  ({ name, description }) => html`<details class="panel pad"><summary>${name}</summary>
<p>${description}</p>
<ul>${operations
    .filter((one) => one.tags.includes(name))
    .map(
      ({ operationId, method, path, summary }) =>
        html`<li><span class="method">${method.toUpperCase()}</span> <code>${path}</code> <a href="${sectionPath(name)}#operation/${operationId}">${summary}</a></li>`,
    )}</ul></details>`,
)}
</main>
</body>
</html>`;
}

const sectionPath = (name: string): string => `/openapi?${new URLSearchParams({ section: name })}`;
