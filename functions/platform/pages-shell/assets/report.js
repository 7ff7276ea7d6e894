// The report works without this file; it only filters while the user types.

// Reloads the table while the user types into its form, and replaces the old one.
for (const form of document.querySelectorAll('form[data-asks]')) {
  let waiting;
  let latest = 0;

  async function filter() {
    const own = ++latest;
    const query = new URLSearchParams(new FormData(form));
    const answer = await fetch(`${location.pathname}?${query}`, { headers: { accept: 'text/html' } }).catch(() => null);
    if (own !== latest || !answer?.ok) return;
    const found = new DOMParser().parseFromString(await answer.text(), 'text/html').getElementById(form.dataset.asks);
    if (found && own === latest) document.getElementById(form.dataset.asks).replaceWith(document.adoptNode(found));
  }

  form.addEventListener('input', () => {
    clearTimeout(waiting);
    waiting = setTimeout(filter, 150);
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    clearTimeout(waiting);
    filter();
  });
}
