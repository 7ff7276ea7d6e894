// Every page works without this file; it only makes some of it quicker.

// A form was sent whose answer replaces this page. Until then, nothing else may lead away from it.
let leaving = false;

// Confirms permanent deletions, and prevents a form from being submitted twice.
document.addEventListener('submit', (event) => {
  const form = event.target;
  const question = event.submitter?.dataset.confirm ?? form.dataset.confirm;
  if (question && !window.confirm(question)) {
    event.preventDefault();
    return;
  }
  if (event.defaultPrevented || form.method !== 'post' || form.dataset.download !== undefined) return;
  leaving = true;
  const { submitter } = event;
  for (const button of form.querySelectorAll('button'))
    setTimeout(() => {
      button.disabled = true;
      if (button === submitter && button.dataset.busy) {
        button.dataset.idle = button.textContent;
        button.textContent = button.dataset.busy;
      }
    });
});

// Enables the buttons again when the user navigates back to a page.
window.addEventListener('pageshow', () => {
  leaving = false;
  for (const button of document.querySelectorAll('button:disabled')) {
    button.disabled = false;
    if (button.dataset.idle) button.textContent = button.dataset.idle;
  }
});

const isTyping = (element) => element.matches('input:not([type="checkbox"], [type="radio"]), select, textarea');

// Moves between the rows of a list with j and k; o opens an example, x the details, / the filter.
const rows = () => [...document.querySelectorAll('.finding')].filter((row) => row.offsetParent !== null);
const current = () => document.activeElement?.closest('.finding');
function move(by) {
  const list = rows();
  const at = list.indexOf(current());
  list[Math.min(list.length - 1, Math.max(0, at + by))]?.focus();
}
const KEYS = {
  j: () => move(1),
  k: () => move(-1),
  o: () => current()?.querySelector('.actions a')?.click(),
  x: () => current()?.querySelector('summary')?.click(),
  '/': () => document.querySelector('.filter input[type="search"]')?.focus(),
  '?': () => press('[data-keys] summary'),
};
// On the page of a request, n and p lead to the next and the previous one, j and k to its differences.
const press = (selector) => document.querySelector(selector)?.click();
const TOOLBAR_KEYS = {
  n: () => press('.toolbar [rel="next"]'),
  p: () => press('.toolbar [rel="prev"]'),
  j: () => press('[data-step="1"]'),
  k: () => press('[data-step="-1"]'),
  '?': () => press('[data-keys] summary'),
};
const NO_KEYS = {};
const keysHere = () => {
  if (document.querySelector('dialog')) return NO_KEYS;
  return rows().length > 0 ? KEYS : document.querySelector('.toolbar [data-keys]') ? TOOLBAR_KEYS : NO_KEYS;
};
document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
  const keys = keysHere();
  if (document.documentElement.dataset.keysOff !== undefined || !Object.hasOwn(keys, event.key)) return;
  event.preventDefault();
  keys[event.key]();
});

// Closes a menu by Escape, and by a click or the focus elsewhere.
for (const elsewhere of ['click', 'focusin'])
  document.addEventListener(elsewhere, ({ target }) => {
    for (const menu of document.querySelectorAll('.menu[open]')) if (!menu.contains(target)) menu.open = false;
  });
document.addEventListener('keydown', ({ key, target }) => {
  const menu = key === 'Escape' && target.closest('.menu[open]');
  if (!menu) return;
  menu.open = false;
  menu.querySelector('summary').focus();
});

// Counts the selected rows, and selects all of a page.
document.addEventListener('change', ({ target }) => {
  const form = target.closest('form');
  if (!form?.querySelector('[data-selected]')) return;
  const boxes = [...form.querySelectorAll('input[name="item"]')];
  if (target.dataset.all !== undefined) for (const box of boxes) box.checked = target.checked;
  form.querySelector('[data-selected]').textContent = boxes.filter((box) => box.checked).length;
});

// Replaces a part of this page by the same part of a form's response.
function showAnswer(text, files) {
  const answer = new DOMParser().parseFromString(text, 'text/html').querySelector('main');
  const main = document.querySelector('main');
  if (!answer || !main) return;
  main.replaceWith(document.adoptNode(answer));
  const again = document.querySelector('form[data-keeps-files] input[type="file"]');
  if (again) again.files = files;
  start(answer);
  // The focus was in the part that is gone.
  const shown = answer.querySelector('[role="alert"], [role="status"]') ?? answer;
  shown.tabIndex = -1;
  shown.focus();
}

// Uploads files dropped on a form through its file field, with progress.
function startUpload(form) {
  const input = form.querySelector('input[type="file"]');
  const bar = form.querySelector('progress');
  const words = form.querySelector('[data-progress]');

  function send(button) {
    const request = new XMLHttpRequest();
    request.open('POST', form.action);
    request.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
      if (!lengthComputable) return;
      bar.max = total;
      bar.value = loaded;
      words.textContent =
        loaded < total ? `Uploaded ${Math.floor((100 * loaded) / total)} %` : 'Reading the recordings';
    });
    request.addEventListener('load', () => showAnswer(request.responseText, input.files));
    request.addEventListener('error', () => {
      words.textContent = 'The upload failed. Try again.';
      for (const one of form.querySelectorAll('button')) one.disabled = false;
    });
    bar.hidden = false;
    words.textContent = 'Uploading';
    request.send(new FormData(form, button));
  }

  // A file is often named after its application, or after the host that it was recorded from.
  function nameApplication() {
    const field = form.querySelector('input[name="appId"]');
    const name = (input.files[0]?.name ?? '').replace(/_Archive .*|\..*/s, '');
    if (field?.value === '' && /^(?!localhost|www)[a-z]/i.test(name)) field.value = name;
  }
  input.addEventListener('change', nameApplication);

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    // A disabled button is not part of the data.
    send(event.submitter);
    for (const button of form.querySelectorAll('button')) button.disabled = true;
  });
  const zone = form.querySelector('.drop');
  form.addEventListener('dragover', (event) => {
    event.preventDefault();
    zone.classList.add('over');
  });
  form.addEventListener('dragleave', () => zone.classList.remove('over'));
  form.addEventListener('drop', (event) => {
    event.preventDefault();
    zone.classList.remove('over');
    if (event.dataTransfer.files.length === 0) return;
    input.files = event.dataTransfer.files;
    nameApplication();
    if (form.reportValidity()) form.requestSubmit();
  });
}

// Sends a form and stays on the page: rows that changed are replaced, the message is announced, the focus keeps its
// row.
function startInPlace(form) {
  const rowOf = (one) => one?.closest('[data-row]') ?? one?.closest('.more')?.previousElementSibling;

  async function send(button) {
    const message = document.getElementById('answer');
    const own = rowOf(button) ?? rowOf(form.querySelector('tbody :checked'));
    const answer = await fetch(button?.getAttribute('formaction') ?? form.getAttribute('action'), {
      method: 'POST',
      body: new URLSearchParams(new FormData(form, button)),
      headers: { accept: 'text/html' },
    }).catch(() => null);
    const page = answer?.ok && new DOMParser().parseFromString(await answer.text(), 'text/html');
    const said = page ? page.getElementById('answer') : null;
    if (!said) {
      message.textContent = 'Nothing is known to have changed. Reload the page.';
      return;
    }
    const top = own?.getBoundingClientRect().top;
    for (const row of document.querySelectorAll('[data-row]')) {
      const found = page.getElementById(row.id);
      if (!found || found.dataset.row === row.dataset.row) continue;
      const details = (one) => (one.nextElementSibling?.matches('.more') ? [one.nextElementSibling] : []);
      const parts = [found, ...details(found)];
      for (const part of details(row)) part.remove();
      row.replaceWith(...parts.map((part) => document.adoptNode(part)));
      for (const part of parts) start(part);
    }
    // The decision and the counts on tabs and lists.
    for (const counted of ['.decision', '.tabs', '.filter .join']) {
      const found = page.querySelector(counted);
      if (found) document.querySelector(counted)?.replaceWith(document.adoptNode(found));
    }
    message.replaceChildren(...[...said.childNodes].map((one) => document.adoptNode(one)));
    start(message);
    for (const box of form.querySelectorAll(':checked')) box.checked = false;
    form.dispatchEvent(new Event('change', { bubbles: true }));
    const row = own && document.getElementById(own.id);
    if (row) window.scrollBy({ top: row.getBoundingClientRect().top - top, behavior: 'instant' });
    (row?.querySelector('button') ?? row?.querySelector('a, input') ?? row)?.focus({ preventScroll: true });
  }

  // A page without rows, such as that of one finding, leads to the one that has them.
  if (!document.getElementById('answer')) return;
  form.addEventListener('submit', async (event) => {
    // Such a button leads to a page of its own.
    if (event.submitter?.dataset.leave !== undefined) return;
    event.preventDefault();
    if (form.ariaBusy === 'true') return;
    form.ariaBusy = 'true';
    await send(event.submitter);
    form.ariaBusy = null;
  });
}

// Filters the rows of a table while the user types.
function startFilter(input) {
  const all = [...document.querySelectorAll(`#${CSS.escape(input.dataset.filters)} tbody tr`)];
  input.addEventListener('input', () => {
    const wanted = input.value.trim().toLowerCase();
    for (const row of all) row.hidden = wanted !== '' && !row.textContent.toLowerCase().includes(wanted);
  });
}

// Reloads a list while the user types into its form, and replaces the old one.
function startAsking(form) {
  let waiting;
  let latest = 0;

  async function filter() {
    const own = ++latest;
    const query = new URLSearchParams([...new FormData(form)].filter(([, value]) => value !== ''));
    const answer = await fetch(`${location.pathname}?${query}`, { headers: { accept: 'text/html' } }).catch(() => null);
    if (own !== latest || !answer?.ok) return;
    const found = new DOMParser().parseFromString(await answer.text(), 'text/html').getElementById(form.dataset.asks);
    if (!found || own !== latest) return;
    document.getElementById(form.dataset.asks).replaceWith(document.adoptNode(found));
    history.replaceState(null, '', `${location.pathname}${query.size > 0 ? `?${query}` : ''}`);
    start(found);
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

// Shows what a form would do while it is filled in: parts that the form names follow the answer to its preview.
function startFollowing(form) {
  let waiting;
  let latest = 0;

  async function follow() {
    const own = ++latest;
    const body = new URLSearchParams([...new FormData(form), ['do', 'preview']]);
    const answer = await fetch(form.action, { method: 'POST', body, headers: { accept: 'text/html' } }).catch(
      () => null,
    );
    if (own !== latest || leaving || !answer?.ok) return;
    const found = new DOMParser().parseFromString(await answer.text(), 'text/html');
    if (own !== latest || leaving) return;
    for (const id of form.dataset.follows.split(' ')) {
      const part = found.getElementById(id);
      const shown = document.getElementById(id);
      if (part && shown && part.outerHTML !== shown.outerHTML) shown.replaceWith(document.adoptNode(part));
    }
  }

  form.addEventListener('input', () => {
    clearTimeout(waiting);
    waiting = setTimeout(follow, 300);
  });
}

// Reloads a part of the page while an operation is in progress and the page is seen.
function startLive(part) {
  const every = Number(part.dataset.every ?? '2') * 1000;
  setTimeout(async () => {
    if (!part.isConnected) return;
    if (document.hidden) {
      document.addEventListener('visibilitychange', () => startLive(part), { once: true });
      return;
    }
    const text = await fetch(part.dataset.live || location.href, { headers: { accept: 'text/html' } })
      .then((answer) => (answer.ok ? answer.text() : ''))
      .catch(() => '');
    if (leaving) {
      startLive(part);
      return;
    }
    const found = text && new DOMParser().parseFromString(text, 'text/html').getElementById(part.id);
    if (text && found?.dataset.live === undefined) {
      if (part.dataset.then) location.assign(part.dataset.then);
      // A form beside it may hold what a person is typing.
      else if (part.dataset.ends !== undefined) part.replaceWith(found ? document.adoptNode(found) : '');
      else location.reload();
      return;
    }
    // What has not changed stays, so that it is not announced again.
    if (found && found.outerHTML !== part.outerHTML) {
      const controls = (one) => [...one.querySelectorAll('a, button, summary')];
      const focused = controls(part).indexOf(document.activeElement);
      part.replaceWith(document.adoptNode(found));
      if (focused >= 0) controls(found)[focused]?.focus();
      start(found);
    } else startLive(part);
  }, every);
}

// Loads the details of a row when they open.
async function loadDetails(part) {
  const answer = await fetch(part.dataset.more, { headers: { accept: 'text/html' } }).catch(() => null);
  if (!answer?.ok) return;
  const found = new DOMParser().parseFromString(await answer.text(), 'text/html').getElementById(part.id);
  if (!found) return;
  part.replaceWith(document.adoptNode(found));
  start(found);
}
document.addEventListener(
  'toggle',
  ({ target }) => {
    if (!target.open || !target.matches('.twist')) return;
    const part = target.closest('tr').nextElementSibling?.querySelector('[data-more]');
    if (part) loadDetails(part);
  },
  true,
);

// Opens the row that the address names.
function openNamed() {
  const twist = document.getElementById(location.hash.slice(1))?.querySelector('.twist');
  if (twist) twist.open = true;
}
window.addEventListener('hashchange', openNamed);

// Counts down from the seconds that the server says.
function startCountdown(time) {
  const end = performance.now() + 1000 * Number(time.dataset.until);
  const timer = setInterval(() => {
    if (!time.isConnected) return clearInterval(timer);
    const left = Math.max(0, Math.round((end - performance.now()) / 1000));
    time.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
  }, 1000);
}

// Copies the text beside a button; the button shows where copying works.
function startCopy(button) {
  button.hidden = !navigator.clipboard;
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(button.parentElement.querySelector('pre').textContent);
    const label = button.querySelector('span');
    const before = label.textContent;
    label.textContent = 'Copied';
    label.classList.remove('hidden');
    setTimeout(() => {
      label.textContent = before;
      label.classList.add('hidden');
    }, 2000);
  });
}

// Moves to the previous or the next difference of a request.
let stop = -1;
function startStep(button) {
  const stops = () => [...document.querySelectorAll('[data-difference]')];
  button.hidden = stops().length === 0;
  button.addEventListener('click', () => {
    const all = stops();
    const by = Number(button.dataset.step);
    // Before the first step, the previous one is the last.
    stop = stop < 0 && by < 0 ? all.length - 1 : (stop + by + all.length) % all.length;
    all[stop].scrollIntoView({ block: 'center' });
    all[stop].focus();
  });
}

// Shows the next lines of a long value below the present ones, where they continue by key. Very many are pages of their
// own.
const MAX_LINES = 3000;
function startMore(link) {
  link.addEventListener('click', async (event) => {
    const table = link.closest('section').querySelector('table.diff');
    if (event.ctrlKey || event.metaKey || event.shiftKey || table.rows.length > MAX_LINES) return;
    event.preventDefault();
    if (link.ariaBusy === 'true') return;
    link.ariaBusy = 'true';
    const { href } = link;
    const text = await fetch(href, { headers: { accept: 'text/html' } })
      .then((response) => (response.ok ? response.text() : ''))
      .catch(() => '');
    link.ariaBusy = null;
    const answer = new DOMParser().parseFromString(text, 'text/html');
    const lines = answer.querySelector('table.diff');
    if (!lines) return location.assign(href);
    // A difference that goes on keeps the place where it begins.
    for (const one of lines.querySelectorAll('[id]')) if (document.getElementById(one.id)) one.removeAttribute('id');
    const [first] = lines.tBodies;
    table.append(...[...lines.tBodies].map((part) => document.adoptNode(part)));
    first.rows[0].tabIndex = -1;
    first.rows[0].focus();
    const next = answer.querySelector('a[data-more]');
    if (next) link.href = next.href;
    else link.remove();
  });
}

// The button that sends an invitation for each line of a field says how many.
function startLines(button) {
  const field = button.form.elements[button.dataset.lines];
  const say = () => {
    const { size } = new Set(field.value.split('\n').flatMap((line) => line.trim() || []));
    button.textContent = size === 0 ? 'Send invitations' : `Send ${size} invitation${size === 1 ? '' : 's'}`;
  };
  field.addEventListener('input', say);
  say();
}

// A dialog that the server has opened keeps the focus. Escape leads where Cancel leads.
function startDialog(dialog) {
  dialog.close();
  dialog.showModal();
  dialog.addEventListener('cancel', () => dialog.querySelector('[data-cancel]').click());
}

function start(part) {
  const each = (selector, startOne) => {
    if (part.matches?.(selector)) startOne(part);
    for (const one of part.querySelectorAll(selector)) startOne(one);
  };
  each('form[data-upload]', startUpload);
  each('input[data-filters]', startFilter);
  each('form[data-asks]', startAsking);
  each('form[data-follows]', startFollowing);
  each('form[data-in-place]', startInPlace);
  each('[data-live]', startLive);
  each('[data-until]', startCountdown);
  each('[data-copy]', startCopy);
  each('button[data-lines]', startLines);
  each('[data-step]', startStep);
  each('dialog', startDialog);
  each('a[data-more]', startMore);
  each('[data-keys]', (help) => {
    const isHint = help.localName === 'p';
    help.hidden = keysHere() === NO_KEYS || (isHint && document.documentElement.dataset.keysOff !== undefined);
  });
  // The current tab is in sight on a narrow screen. scrollIntoView would also move where the Tab key begins.
  each('.tabs [aria-current]', (tab) => {
    const bar = tab.closest('.tabs');
    bar.scrollLeft = tab.offsetLeft - bar.offsetLeft - (bar.clientWidth - tab.offsetWidth) / 2;
  });
}
start(document);
openNamed();
// A form that was refused continues at its first wrong field, also where its address names the form.
window.addEventListener('load', () => document.querySelector('[aria-invalid="true"]')?.focus());
