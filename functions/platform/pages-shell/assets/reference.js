// Shows one section of the document with Redoc, which has search, examples and schemas. All sections at once would take
// seconds. Without a section, the list of endpoints stays below the introduction.
const place = document.getElementById('reference');
const list = document.getElementById('endpoints');

const KEPT = 'reference-credential';

// The credential that the page shows, which only this tab keeps for the other sections, until it ends or another user
// logs in.
function credentialOfTab() {
  const shown = document.querySelector('[data-credential]');
  const caller = document.querySelector('[data-caller]')?.dataset.caller ?? '';
  if (shown !== null) {
    const { credential: header, expires } = shown.dataset;
    const own = { header, value: shown.querySelector('pre').textContent, until: Number(expires), caller };
    sessionStorage.setItem(KEPT, JSON.stringify(own));
    return own;
  }
  const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? 'null');
  if (kept === null) return null;
  if (kept.until <= Date.now() || kept.caller !== caller) {
    sessionStorage.removeItem(KEPT);
    return null;
  }
  const note = document.querySelector('[data-kept]');
  const time = note.querySelector('time');
  time.dateTime = new Date(kept.until).toISOString();
  time.textContent = `${time.dateTime.slice(0, 16).replace('T', ' ')} UTC`;
  note.hidden = false;
  return kept;
}
const credential = credentialOfTab();

// The curl commands name address and credential by variables; here both are known.
function filled(source) {
  const addressed = source.replaceAll(
    '$SVC_URL',
    new URL(place.dataset.document, location).href.replace(/\/openapi\.json$/, ''),
  );
  return credential === null
    ? addressed
    : addressed.replaceAll('x-api-key: $SVC_TOKEN', () => `${credential.header}: ${credential.value}`);
}

// The colors of the console, of which Redoc computes others, in light and in dark.
function theme() {
  const tokens = getComputedStyle(document.documentElement);
  const color = (name) => tokens.getPropertyValue(`--${name}`).trim();
  const font = 'system-ui, sans-serif';
  return {
    colors: {
      primary: { main: color('accent') },
      success: { main: color('good') },
      warning: { main: color('warn') },
      error: { main: color('bad') },
      // The right panel is dark in light as well.
      responses: { success: { tabTextColor: '#7dd59f' }, error: { tabTextColor: '#ff9c94' } },
      text: { primary: color('ink'), secondary: color('muted') },
      border: { light: color('line'), dark: color('line-strong') },
      gray: { 50: color('panel'), 100: color('sunken') },
    },
    schema: { nestedBackground: color('panel'), typeNameColor: color('muted'), typeTitleColor: color('muted') },
    sidebar: { backgroundColor: color('panel'), textColor: color('ink'), activeTextColor: color('accent') },
    typography: {
      fontFamily: font,
      headings: { fontFamily: font },
      code: { color: color('ink'), backgroundColor: color('sunken') },
    },
    fab: { backgroundColor: color('panel'), color: color('accent') },
  };
}

// What the stylesheet of the console and fixed colors of Redoc would make unreadable.
const RULES = `
#reference pre { background: none; border: 0; max-height: none; }
#reference button { white-space: normal; }
#reference p + *, #reference * + p { margin-top: 10px; }
#reference h5 { color: var(--muted); }
#reference polygon { fill: currentColor; }
#reference .react-tabs__tab--selected { background: #3b4350; color: #fff; }
#reference .search-input {
  width: calc(100% - 40px); min-height: 0; padding: 5px 20px 5px 20px;
  border: 0; border-bottom: 1px solid var(--control); border-radius: 0; background: none;
}`;

const operationsOf = (spec) => Object.values(spec.paths).flatMap((methods) => Object.values(methods));

// As Redoc names sections in addresses.
const slugOf = (name) => name.replaceAll(' ', '-');

// The section of an address such as #operation/listReplays or #tag/Runs/operation/listReplays, and its form in Redoc.
function linked(spec) {
  const hash = decodeURIComponent(location.hash.slice(1));
  const [, id] = /(?:^|\/)operation\/([^/]+)$/.exec(hash) ?? [];
  const tag = id && operationsOf(spec).find(({ operationId }) => operationId === id)?.tags[0];
  if (tag) return { section: tag, hash: `#tag/${slugOf(tag)}/operation/${id}` };
  const section = spec.tags.find(({ name }) => hash === `tag/${slugOf(name)}`)?.name;
  return section ? { section, hash: location.hash } : null;
}

// The document with the endpoints of one section only; null: with none.
function sectionOf(spec, section) {
  const paths = Object.entries(spec.paths).flatMap(([path, methods]) => {
    const own = Object.entries(methods).filter(([, { tags }]) => tags.includes(section));
    return own.length > 0 ? [[path, Object.fromEntries(own)]] : [];
  });
  const { description, ...info } = spec.info;
  return {
    ...spec,
    info: section === null ? { ...info, description } : info,
    tags: spec.tags.filter(({ name }) => name === section),
    paths: Object.fromEntries(paths),
  };
}

async function start() {
  const answer = await fetch(place.dataset.document);
  // The list stays.
  if (!answer.ok) return;
  const spec = await answer.json();
  const wanted = new URLSearchParams(location.search).get('section');
  const section = spec.tags.find(({ name }) => name === wanted)?.name ?? null;
  const link = linked(spec);
  if (link !== null && link.section !== section)
    return location.replace(`?${new URLSearchParams({ section: link.section })}${link.hash}`);
  if (link !== null) history.replaceState(null, '', link.hash);
  for (const operation of operationsOf(spec))
    for (const sample of operation['x-codeSamples']) sample.source = filled(sample.source);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(RULES);
  document.adoptedStyleSheets.push(sheet);
  for (const one of document.querySelectorAll('[data-section]'))
    if (one.dataset.section === (section ?? '')) one.setAttribute('aria-current', 'page');
  list.hidden = section !== null;
  window.Redoc.init(
    sectionOf(spec, section),
    {
      sanitize: true,
      hideDownloadButtons: true,
      sortRequiredPropsFirst: true,
      jsonSamplesExpandLevel: 3,
      // The overview has no examples, and nothing to search.
      disableSearch: section === null,
      theme: { ...theme(), ...(section === null && { rightPanel: { width: '0%' } }) },
    },
    place,
  );
}
start();
