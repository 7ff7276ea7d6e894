// Replaces the list of endpoints by Redoc, which shows the same document with search, examples and schemas.
const place = document.getElementById('reference');
const credential = document.querySelector('[data-credential]');

// The curl commands name address and credential by variables; here both are known.
function filled(source) {
  const addressed = source.replaceAll('$SVC_URL', location.origin);
  if (credential === null) return addressed;
  const value = credential.querySelector('pre').textContent;
  return addressed.replaceAll('x-api-key: $SVC_TOKEN', () => `${credential.dataset.credential}: ${value}`);
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

async function start() {
  const answer = await fetch(place.dataset.document);
  // The list stays.
  if (!answer.ok) return;
  const spec = await answer.json();
  for (const operation of Object.values(spec.paths).flatMap((methods) => Object.values(methods)))
    for (const sample of operation['x-codeSamples']) sample.source = filled(sample.source);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(RULES);
  document.adoptedStyleSheets.push(sheet);
  window.Redoc.init(
    spec,
    {
      sanitize: true,
      hideDownloadButtons: true,
      sortRequiredPropsFirst: true,
      jsonSamplesExpandLevel: 3,
      theme: theme(),
    },
    place,
  );
}
start();
