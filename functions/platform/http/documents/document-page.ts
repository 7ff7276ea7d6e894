import { html } from 'hono/html';
import type { Html } from '../pages/page-route.ts';
import type { JsonSchema } from './json-schema.ts';
import type { OpenApiDocument } from './open-api-document.ts';

interface Operation {
  method: string;
  path: string;
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  parameters?: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, { description: string; content?: Content }>;
}
interface Parameter {
  name: string;
  in: string;
  description: string;
  required?: boolean;
  schema: JsonSchema;
}
type Content = Record<
  string,
  { schema: JsonSchema; example?: unknown; examples?: Record<string, { summary: string; value: unknown }> }
>;

/** The OpenAPI document for people: one page without scripts or requests to other sites. */
export function documentPage(document: OpenApiDocument, style: string): Html {
  const { title, description } = document.info as { title: string; description: string }; // see open-api-document.ts
  const tags = document.tags as { name: string; description: string }[]; // the same
  const operations = Object.entries(document.paths).flatMap(
    ([path, methods]) =>
      Object.entries(methods).map(([method, one]) => ({ ...(one as unknown as Operation), path, method })), // the same
  );
  const chapters = tags.map((tag) => ({ ...tag, list: operations.filter((one) => one.tags.includes(tag.name)) }));
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>API · ${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${style}">
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header class="top"><a class="brand" href="/console">Replay Regression</a></header>
<main id="main" tabindex="-1">
<h1>API</h1>
${markdown(description)}
<p>The same for machines: <a href="/openapi.json">/openapi.json</a> (OpenAPI ${document.openapi}).</p>
<nav aria-label="Chapters"><ul>${chapters.map(({ name }) => html`<li><a href="#${anchorOf(name)}">${name}</a></li>`)}</ul></nav>
${chapters.map(
  ({ name, description: about, list }) => html`<section id="${anchorOf(name)}">
<h2>${name}</h2>
<p>${about}</p>
${list.map(operationPart)}
</section>`,
)}
<section id="schemas">
<h2>Schemas</h2>
${Object.entries(document.components.schemas ?? {}).map(
  ([name, schema]) => html`<details id="schema-${name}"><summary>${name}</summary>${code(schema)}</details>`,
)}
</section>
</main>
</body>
</html>`;
}

const operationPart = (operation: Operation): Html => html`<article id="${operation.operationId}">
<h3><code>${operation.method.toUpperCase()} ${operation.path}</code></h3>
<p><strong>${operation.summary}.</strong></p>
${markdown(operation.description)}
${operation.parameters && parameterTable(operation.parameters)}
${operation.requestBody && html`<h4>Body</h4>${contentPart(operation.requestBody.content)}`}
<h4>Answers</h4>
${Object.entries(operation.responses).map(
  ([status, { description, content }]) =>
    html`<details><summary>${status}: ${description}</summary>${content && contentPart(content)}</details>`,
)}
</article>`;

const parameterTable = (parameters: readonly Parameter[]): Html => html`<div class="scroll" tabindex="0"><table>
<thead><tr><th scope="col">Parameter</th><th scope="col">In</th><th scope="col">Form</th><th scope="col">Meaning</th></tr></thead>
<tbody>${parameters.map(
  (one) =>
    html`<tr><td><code>${one.name}</code>${one.required && ' (required)'}</td><td>${one.in}</td><td><code>${JSON.stringify(one.schema)}</code></td><td>${inline(one.description)}</td></tr>`,
)}</tbody>
</table></div>`;

const contentPart = (content: Content): Html =>
  html`${Object.entries(content).map(
    ([type, { schema, example, examples }]) => html`<p><code>${type}</code> ${schemaLink(schema)}</p>
${example !== undefined && example !== '' && code(example)}
${Object.values(examples ?? {}).map(({ value }) => code(value))}`,
  )}`;

function schemaLink(schema: JsonSchema): Html {
  const name = typeof schema.$ref === 'string' ? schema.$ref.split('/').at(-1) : undefined;
  if (name !== undefined) return html`<a href="#schema-${name}">${name}</a>`;
  return html`<details><summary>Schema</summary>${code(schema)}</details>`;
}

const code = (value: unknown): Html =>
  html`<pre tabindex="0"><code>${typeof value === 'string' ? value : JSON.stringify(value, null, 2)}</code></pre>`;

/** The Markdown that our descriptions use: paragraphs, tables and code. */
const markdown = (text: string): Html =>
  html`${text.split(/\n{2,}/).map((block) => (block.startsWith('|') ? markdownTable(block) : html`<p>${inline(block)}</p>`))}`;

function markdownTable(block: string): Html {
  const [head = [], , ...rows] = block.split('\n').map((line) => line.split('|').slice(1, -1));
  return html`<div class="scroll" tabindex="0"><table>
<thead><tr>${head.map((cell) => html`<th scope="col">${inline(cell.trim())}</th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${row.map((cell) => html`<td>${inline(cell.trim())}</td>`)}</tr>`)}</tbody>
</table></div>`;
}

const inline = (text: string): Html =>
  html`${text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`;

const anchorOf = (tag: string) => `chapter-${tag.toLowerCase().replaceAll(' ', '-')}`;
