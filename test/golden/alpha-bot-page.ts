import { escapedHtml } from './escaped-html.ts';

/** The drawn parts of an alpha_bot message. */
interface Message {
  card: { header: { template: string; title: Text }; elements: Element[] };
}
interface Text {
  tag: string;
  content: string;
}
interface Element {
  tag: string;
  text?: Text;
  fields?: { is_short: boolean; text: Text }[];
  elements?: Text[];
  actions?: { text: Text; type: string; url: string }[];
}

/** The vendor's header colours. */
const HEADERS: Readonly<Record<string, string>> = {
  red: '#f54a45',
  orange: '#ff8800',
  green: '#34c724',
  grey: '#8f959e',
};

const STYLE = `
  .card { width: 460px; border: 1px solid #dee0e3; border-radius: 8px; overflow: hidden; background: #fff; }
  .header { padding: 12px; color: #fff; font-size: 16px; font-weight: 500; }
  .body { padding: 12px; }
  .body > div { margin-bottom: 8px; white-space: pre-wrap; overflow-wrap: anywhere; }
  .fields { display: grid; grid-template-columns: 1fr 1fr; gap: 4px 12px; }
  hr { border: 0; border-top: 1px solid #dee0e3; margin: 12px 0; }
  .note { color: #8f959e; font-size: 12px; }
  a { color: #3370ff; text-decoration: none; }
  button { font: inherit; padding: 5px 14px; border: 1px solid #d0d3d6; border-radius: 6px; background: #fff; margin-right: 8px; }
  button.primary { color: #fff; background: #3370ff; border-color: #3370ff; }`;

/** A page that renders a message of alpha_bot approximately like the vendor's client. */
export function alphaBotPage({ card: { header, elements } }: Message): { style: string; html: string } {
  const colour = HEADERS[header.template];
  if (colour === undefined) throw new Error(`the vendor has no header of colour ${header.template}`);
  const html = `<div class="card"><div class="header" style="background:${colour}">${drawn(header.title)}</div>
    <div class="body">${elements.map(element).join('')}</div></div>`;
  return { style: STYLE, html };
}

function element({ tag, text, fields, elements, actions }: Element): string {
  if (tag === 'hr') return '<hr>';
  if (tag === 'note') return `<div class="note">${elements?.map(drawn).join(' ')}</div>`;
  if (tag === 'action')
    return `<div>${actions?.map(({ type, text: label }) => `<button class="${type}">${drawn(label)}</button>`).join('')}</div>`;
  if (fields)
    return `<div class="fields">${fields.map(({ text: shown }) => `<span>${drawn(shown)}</span>`).join('')}</div>`;
  if (text) return `<div>${drawn(text)}</div>`;
  throw new Error(`an element that custom bots cannot show: ${tag}`);
}

/** Plain text unchanged; of lark_md, the parts that the service uses. */
function drawn({ tag, content }: Text): string {
  const html = escapedHtml(content);
  if (tag === 'plain_text') return html;
  return html.replace(/\*\*(.+?)\*\*/g, '<b>$1</b>').replace(/\[([^\]]+)\]\(([^)]+)\)/g, '<a href="$2">$1</a>');
}
