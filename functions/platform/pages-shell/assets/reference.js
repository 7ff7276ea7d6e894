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

async function start() {
  const answer = await fetch(place.dataset.document);
  // The list stays.
  if (!answer.ok) return;
  const spec = await answer.json();
  for (const operation of Object.values(spec.paths).flatMap((methods) => Object.values(methods)))
    for (const sample of operation['x-codeSamples']) sample.source = filled(sample.source);
  window.Redoc.init(
    spec,
    {
      sanitize: true,
      hideDownloadButtons: true,
      sortRequiredPropsFirst: true,
      jsonSamplesExpandLevel: 3,
      theme: {
        colors: { primary: { main: '#3d4fd6' } },
        typography: { fontFamily: 'system-ui, sans-serif', headings: { fontFamily: 'system-ui, sans-serif' } },
      },
    },
    place,
  );
}
start();
