// Replaces the list of endpoints by Redoc, which shows the same document with search, examples and schemas.
const place = document.getElementById('reference');
window.Redoc.init(
  place.dataset.document,
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
