// Runs in the browser, on a page under test: `pageFaults` finds what axe does not look for. Each function returns its
// faults as `rule: element`.
(() => {
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const textOf = (element) => (element?.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
  const isShown = (element) =>
    element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length > 0;
  const named = (element) =>
    `<${element.localName}${element.id && `#${element.id}`}${[...element.classList].map((name) => `.${name}`).join('')}> ${textOf(element).slice(0, 40)}`;
  const faultsOf = (rule, elements) => elements.map((element) => `${rule}: ${named(element)}`);
  const nameOf = (element) =>
    (element.getAttribute('aria-label') ?? '') ||
    (element.getAttribute('aria-labelledby') ?? '')
      .split(' ')
      .map((id) => textOf(document.getElementById(id)))
      .join(' ')
      .trim();

  const CONTROLS =
    'a[href], button:not(:disabled), input:not([type="hidden"], :disabled), select, textarea, summary, [tabindex="0"]';
  /** Whether Tab stops here: of radio buttons with one name, only the chosen one or the first. */
  function isStop(element) {
    if (!isShown(element) || element.tabIndex < 0 || element.closest('[inert]')) return false;
    if (element.type !== 'radio') return true;
    const group = all(`input[type="radio"][name="${CSS.escape(element.name)}"]`, element.form ?? document);
    return element === (group.find(({ checked }) => checked) ?? group[0]);
  }

  /** Properties that sort the children of a container with this reading flow. */
  const SORTED_BY = { 'flex-visual': 'order', 'source-order': 'readingOrder' };
  /** The document in the order of Tab: that of the elements, but for containers with a reading flow. */
  function* inTabOrder(element) {
    if (element.matches(CONTROLS) && isStop(element)) yield element;
    const by = SORTED_BY[getComputedStyle(element).readingFlow];
    const children = [...element.children];
    if (by) children.sort((a, b) => Number(getComputedStyle(a)[by]) - Number(getComputedStyle(b)[by]));
    for (const child of children) yield* inTabOrder(child);
  }

  function landmarks() {
    const navs = all('nav').filter(isShown);
    const headings = all('h1, h2, h3, h4, h5, h6').filter(isShown);
    const levels = headings.map(({ localName }) => Number(localName[1]));
    const isAllowed = 'header, main, .skip, svg, script, [hidden], [inert], dialog';
    return [
      ...(document.documentElement.lang === '' ? ['lang: missing'] : []),
      ...(document.title.trim() === '' ? ['title: missing'] : []),
      ...(all('main').length === 1 ? [] : ['main: not exactly one']),
      ...(levels.filter((level) => level === 1).length === 1 ? [] : ['h1: not exactly one']),
      ...faultsOf(
        'heading skips a level',
        headings.filter((_, at) => levels[at] > (levels[at - 1] ?? 0) + 1),
      ),
      ...faultsOf(
        'empty heading',
        headings.filter((heading) => textOf(heading) === ''),
      ),
      ...faultsOf(
        'nav without a name',
        navs.filter((nav) => nameOf(nav) === ''),
      ),
      ...faultsOf(
        'navs of one name',
        navs.filter((nav) => navs.some((other) => other !== nav && nameOf(other) === nameOf(nav))),
      ),
      ...faultsOf(
        'outside of landmarks',
        [...document.body.children].filter((child) => !child.matches(isAllowed) && isShown(child)),
      ),
      ...faultsOf(
        'picture without role',
        all('svg').filter(
          (svg) =>
            svg.getAttribute('aria-hidden') !== 'true' &&
            !(svg.getAttribute('role') === 'img' && nameOf(svg) !== '') &&
            isShown(svg),
        ),
      ),
    ];
  }

  function references() {
    const ids = new Map();
    for (const { id } of all('[id]')) ids.set(id, (ids.get(id) ?? 0) + 1);
    const lost = [];
    for (const name of ['for', 'aria-controls', 'aria-describedby', 'aria-labelledby', 'list', 'form']) {
      for (const element of all(`[${name}]`))
        for (const id of element.getAttribute(name).split(' ')) if (id !== '' && !ids.has(id)) lost.push(element);
    }
    const links = all('a[href^="#"]').filter((link) => !ids.has(decodeURIComponent(link.hash.slice(1))));
    return [
      ...[...ids].filter(([, count]) => count > 1).map(([id]) => `two elements of one id: ${id}`),
      ...faultsOf('refers to nothing', [...lost, ...links]),
    ];
  }

  function fields() {
    const inputs = all('input:not([type="hidden"]), select, textarea');
    const labelled = (input) => [...(input.labels ?? [])].some((label) => textOf(label) !== '') || nameOf(input) !== '';
    const describes = (input, error) => (input.getAttribute('aria-describedby') ?? '').split(' ').includes(error.id);
    const errors = all('.error').filter((error) => isShown(error) && !error.closest('[role="alert"]'));
    const groups = all('fieldset').filter(
      (group) => textOf(group.querySelector(':scope > legend')) === '' && nameOf(group) === '',
    );
    const radios = all('input[type="radio"]').filter((radio) => !radio.closest('fieldset, [role="radiogroup"]'));
    return [
      ...faultsOf(
        'field without a label',
        inputs.filter((input) => !labelled(input)),
      ),
      ...faultsOf(
        'error that no field names',
        errors.filter((error) => !inputs.some((input) => describes(input, error))),
      ),
      ...faultsOf(
        'field with an error that does not say so',
        inputs.filter(
          (input) => errors.some((error) => describes(input, error)) && input.getAttribute('aria-invalid') !== 'true',
        ),
      ),
      ...faultsOf('fieldset without a legend', groups),
      ...faultsOf('radio button without a group', radios),
      ...faultsOf(
        'address without autocomplete',
        inputs.filter(({ type, autocomplete }) => type === 'email' && autocomplete === ''),
      ),
    ];
  }

  function tables() {
    const found = all('table').filter(({ role }) => role !== 'presentation');
    return [
      ...faultsOf(
        'table without a caption',
        found.filter((table) => textOf(table.caption) === '' && nameOf(table) === ''),
      ),
      ...faultsOf(
        'table without headers',
        found.filter((table) => table.querySelector('th') === null),
      ),
      ...faultsOf(
        'header without a scope',
        all('th').filter(({ scope }) => scope === ''),
      ),
      ...faultsOf(
        'header without a name',
        all('thead th').filter((header) => textOf(header) === '' && nameOf(header) === ''),
      ),
    ];
  }

  /** The children of the closest common ancestor that hold each. */
  function branches(one, other) {
    let a = one;
    while (a.parentElement !== null && !a.parentElement.contains(other)) a = a.parentElement;
    let b = other;
    while (b.parentElement !== null && !b.parentElement.contains(one)) b = b.parentElement;
    return [a, b];
  }

  /** Focus moves down, or right within a line. */
  function order() {
    window.scrollTo(0, 0);
    const stops = [...inTabOrder(document.body)].filter((stop) => !stop.matches('.skip'));
    const faults = faultsOf(
      'positive tabindex',
      all('[tabindex]').filter(({ tabIndex }) => tabIndex > 0),
    );
    for (const [at, stop] of stops.entries()) {
      const next = stops[at + 1];
      if (next === undefined || stop.contains(next)) continue;
      const [a, b] = branches(stop, next).map((branch) => branch.getBoundingClientRect());
      const [from] = stop.getClientRects();
      const [to] = next.getClientRects();
      const isOneLine =
        Math.min(from.bottom, to.bottom) - Math.max(from.top, to.top) > Math.min(from.height, to.height) / 2;
      const goesUp = b.bottom <= a.top + 1;
      const goesLeft = isOneLine && to.right <= from.left + 1 && b.top < a.bottom - 1;
      if (goesUp || goesLeft) faults.push(`focus goes ${goesUp ? 'up' : 'left'}: ${named(stop)} -> ${named(next)}`);
    }
    const skip = inTabOrder(document.body).next().value;
    // Below a dialog, nothing else takes the focus.
    if (document.querySelector('dialog:modal')) return faults;
    if (!skip?.matches('a[href="#main"]')) faults.push('first stop: not the skip link');
    else if (document.getElementById('main')?.matches('main[tabindex="-1"]') !== true)
      faults.push('skip link: main takes no focus');
    return faults;
  }

  const PIXEL = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  /** The red, green, blue and alpha of a colour. */
  function channels(color) {
    PIXEL.clearRect(0, 0, 1, 1);
    PIXEL.fillStyle = color;
    PIXEL.fillRect(0, 0, 1, 1);
    return [...PIXEL.getImageData(0, 0, 1, 1).data];
  }
  function luminance(color) {
    const [red, green, blue] = channels(color).map((value) => {
      const share = value / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  }
  function contrast(one, other) {
    const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (light + 0.05) / (dark + 0.05);
  }
  function backgroundOf(element) {
    for (let at = element; at !== null; at = at.parentElement) {
      const { backgroundColor } = getComputedStyle(at);
      if (channels(backgroundColor)[3] === 255) return backgroundColor;
    }
    return 'white';
  }

  /** The sides of a ring that an ancestor cuts off. */
  function cutSides(element, reach) {
    const ring = element.getBoundingClientRect();
    for (let at = element.parentElement; at !== null && at !== document.body; at = at.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(at);
      if (overflowX === 'visible' && overflowY === 'visible') continue;
      const room = at.getBoundingClientRect();
      const sides = [
        ring.top - reach < room.top,
        ring.bottom + reach > room.bottom,
        ring.left - reach < room.left,
        ring.right + reach > room.right,
      ];
      if (ring.height < room.height + 1 && sides.some(Boolean)) return sides.filter(Boolean).length;
    }
    return 0;
  }

  /** Each stop shows a ring of 2 px with a contrast of 3, and nothing covers it. The keyboard was used before. */
  function focus() {
    const faults = [];
    for (const stop of inTabOrder(document.body)) {
      stop.focus();
      if (document.activeElement !== stop) {
        faults.push(`takes no focus: ${named(stop)}`);
        continue;
      }
      const { outlineStyle, outlineWidth, outlineColor, outlineOffset } = getComputedStyle(stop);
      const ring = outlineStyle === 'none' ? 0 : Number.parseFloat(outlineWidth);
      const offset = Number.parseFloat(outlineOffset);
      if (ring < 2) faults.push(`no ring: ${named(stop)}`);
      else if (contrast(outlineColor, backgroundOf(offset < 0 ? stop : stop.parentElement)) < 3)
        faults.push(`pale ring: ${named(stop)}`);
      else if (cutSides(stop, Math.max(0, ring + offset)) > 1) faults.push(`ring is cut off: ${named(stop)}`);
      // The middle of the part of its first line that is on the screen.
      const [{ left, right, top, bottom }] = stop.getClientRects();
      const middle = (from, to, end) => (Math.max(0, from) + Math.min(to, end)) / 2;
      const above = document.elementFromPoint(middle(left, right, innerWidth), middle(top, bottom, innerHeight));
      const belongs =
        above !== null &&
        (stop.contains(above) ||
          above.contains(stop) ||
          [...(stop.labels ?? [])].some((label) => label.contains(above)));
      if (!belongs) faults.push(`covered: ${named(stop)}${above === null ? ', out of sight' : ` by ${named(above)}`}`);
    }
    document.activeElement?.blur();
    return faults;
  }

  /** Text that is cut off without a sign, or whose whole is nowhere. */
  function cutText() {
    return faultsOf(
      'text is cut off',
      all('main *, header *, dialog *').filter((element) => {
        if (element.closest('.hidden, svg, datalist, option')) return false;
        if (![...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim() !== ''))
          return false;
        const { overflowX, overflowY, textOverflow } = getComputedStyle(element);
        const cut = overflowX !== 'visible' && overflowX !== 'auto' && element.scrollWidth > element.clientWidth + 1;
        const low = overflowY !== 'visible' && overflowY !== 'auto' && element.scrollHeight > element.clientHeight + 4;
        if ((!cut && !low) || !isShown(element) || element.matches('input, select, textarea')) return false;
        return !(textOverflow === 'ellipsis' && (element.closest('[title]') ?? element.querySelector('[title]')));
      }),
    );
  }

  /** What makes the page wider than the screen. */
  function width() {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const isInBox = (element) => {
      for (let at = element.parentElement; at !== null && at !== document.body; at = at.parentElement)
        if (getComputedStyle(at).overflowX !== 'visible') return true;
      return false;
    };
    const wide = all('body *').filter(
      (element) => element.getBoundingClientRect().right > clientWidth + 1 && !isInBox(element),
    );
    return faultsOf(`wider than ${clientWidth} px`, wide.slice(-1));
  }

  /** The controls, to compare widths. */
  const stops = () => [...inTabOrder(document.body)].map((stop) => named(stop));

  window.pageFaults = {
    structure: () => [...landmarks(), ...references(), ...fields(), ...tables()],
    layout: () => [...order(), ...cutText()],
    focus,
    stops,
    width,
  };
})();
