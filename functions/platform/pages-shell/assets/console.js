// All pages work without this file; it only makes some actions faster.

// Confirms permanent deletions, and prevents a form from being submitted twice.
document.addEventListener('submit', (event) => {
  const form = event.target;
  const question = form.dataset.confirm;
  if (question && !window.confirm(question)) {
    event.preventDefault();
    return;
  }
  if (event.defaultPrevented || form.method !== 'post' || form.dataset.download !== undefined) return;
  for (const button of form.querySelectorAll('button'))
    setTimeout(() => {
      button.disabled = true;
    });
});

// Enables the buttons again when the user navigates back to a page.
window.addEventListener('pageshow', () => {
  for (const button of document.querySelectorAll('button:disabled')) button.disabled = false;
});

// Filters the rows of a table while the user types.
for (const input of document.querySelectorAll('input[data-filters]')) {
  const rows = [...document.querySelectorAll(`#${CSS.escape(input.dataset.filters)} tbody tr`)];
  input.addEventListener('input', () => {
    const wanted = input.value.trim().toLowerCase();
    for (const row of rows) row.hidden = wanted !== '' && !row.textContent.toLowerCase().includes(wanted);
  });
}

// Replaces a part of this page by the same part of a form's response.
function showAnswer(text, files) {
  const answer = new DOMParser().parseFromString(text, 'text/html').querySelector('main');
  const main = document.querySelector('main');
  if (!answer || !main) return;
  main.replaceWith(document.adoptNode(answer));
  const again = document.querySelector('form[data-keeps-files] input[type="file"]');
  if (again) again.files = files;
  start();
  (document.querySelector('[role="alert"], [role="status"]') ?? answer).scrollIntoView({ block: 'nearest' });
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
        loaded < total ? `Sent ${Math.floor((100 * loaded) / total)} %` : 'Sent; the recordings are being read';
    });
    request.addEventListener('load', () => showAnswer(request.responseText, input.files));
    request.addEventListener('error', () => {
      words.textContent = 'The file could not be sent. Try again.';
      for (const button of form.querySelectorAll('button')) button.disabled = false;
    });
    bar.hidden = false;
    words.textContent = 'Sending';
    request.send(new FormData(form, button));
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    // A disabled button is not part of the data.
    send(event.submitter);
    for (const button of form.querySelectorAll('button')) button.disabled = true;
  });
  form.addEventListener('dragover', (event) => {
    event.preventDefault();
    form.classList.add('over');
  });
  form.addEventListener('dragleave', () => form.classList.remove('over'));
  form.addEventListener('drop', (event) => {
    event.preventDefault();
    form.classList.remove('over');
    if (event.dataTransfer.files.length === 0) return;
    input.files = event.dataTransfer.files;
    if (form.reportValidity()) form.requestSubmit();
  });
}

// Reloads a part of the page while an operation is in progress.
function startLive(part) {
  const every = Number(part.dataset.every ?? '2') * 1000;
  setTimeout(async () => {
    if (!part.isConnected) return;
    const text = await fetch(part.dataset.live || location.href, { headers: { accept: 'text/html' } })
      .then((answer) => (answer.ok ? answer.text() : ''))
      .catch(() => '');
    const found = text && new DOMParser().parseFromString(text, 'text/html').getElementById(part.id);
    if (text && !found) {
      location.reload();
      return;
    }
    if (found) {
      part.replaceWith(document.adoptNode(found));
      if (found.dataset.live === undefined) {
        location.reload();
        return;
      }
    }
    startLive(found || part);
  }, every);
}

function start() {
  for (const form of document.querySelectorAll('form[data-upload]')) startUpload(form);
  for (const part of document.querySelectorAll('[data-live]')) startLive(part);
}
start();
