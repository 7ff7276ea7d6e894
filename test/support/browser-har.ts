const entry = (url: string, mimeType: string, status = 200) => ({
  startedDateTime: '2026-01-01T10:00:00Z',
  time: 5,
  request: { method: 'GET', url, headers: [] },
  response: { status, headers: [], content: { mimeType, text: '{}' } },
});

/**
 * A HAR as a browser saves it: 3 requests of the application, 1 of another host, 2 static files of a third, 1 of
 * analytics, and 1 without an answer.
 */
export const BROWSER_HAR: string = JSON.stringify({
  log: {
    version: '1.2',
    entries: [
      entry('https://cdn.test/app.js', 'text/javascript'),
      entry('https://cdn.test/app.css', 'text/css'),
      entry('https://shop.test/orders/1', 'application/json'),
      entry('https://shop.test/never', 'application/json', 0),
      entry('https://api.test/prices', 'application/json'),
      entry('https://shop.test/orders/2', 'application/json'),
      entry('https://www.google-analytics.com/g/collect?v=2', 'text/plain'),
      entry('https://shop.test/cart', 'application/json'),
    ],
  },
});

/** A HAR of static files only. */
export const STATIC_HAR: string = JSON.stringify({
  log: {
    version: '1.2',
    entries: [entry('https://shop.test/app.js', 'text/javascript'), entry('https://shop.test/a.png', 'image/png')],
  },
});
