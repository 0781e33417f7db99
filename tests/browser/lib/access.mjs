// What a page owes people who hear it, tab through it, touch it or see it badly. Each function runs inside the page and
// answers with sentences about what is wrong; none means that all is well.

/** Structure: language, title, headings, landmarks, labels, names, tables, references. */
export function structure() {
  const wrong = [];
  const all = (selector) => [...document.querySelectorAll(selector)];
  const shown = (element) => element.getClientRects().length > 0 && getComputedStyle(element).visibility !== 'hidden';
  const tell = (element) => {
    const tag = element.outerHTML.slice(0, 110).replace(/\s+/g, ' ');
    return tag;
  };
  const byIds = (ids) => (ids ?? '').split(/\s+/).filter(Boolean).map((id) => document.getElementById(id)?.textContent ?? '').join(' ');
  const name = (element) =>
    [element.getAttribute('aria-label') ?? '', byIds(element.getAttribute('aria-labelledby')), element.textContent, element.title,
      ...[...element.querySelectorAll('img[alt], svg[aria-label]')].map((i) => i.getAttribute('alt') ?? i.getAttribute('aria-label')),
      element.querySelector('svg title')?.textContent ?? '', element.tagName === 'INPUT' ? element.value : ''].join('').trim();

  if (!['zh-CN', 'en'].includes(document.documentElement.lang)) wrong.push(`html lang is "${document.documentElement.lang}"`);
  if (!document.title.trim()) wrong.push('no title');
  if (!document.querySelector('meta[name=viewport]')) wrong.push('no viewport for phones');
  const first = all('h1');
  if (first.length !== 1) wrong.push(`${first.length} h1`);
  else if (!first[0].textContent.trim()) wrong.push('the h1 is empty');
  let level = 0;
  for (const heading of all('h1, h2, h3, h4, h5, h6').filter(shown)) {
    const now = Number(heading.tagName[1]);
    if (now > level + 1) wrong.push(`heading jumps from ${level} to ${now}: ${tell(heading)}`);
    level = now;
  }
  for (const [selector, what] of [['main', 'main'], ['body > header, [role=banner]', 'header'], ['body > footer, [role=contentinfo]', 'footer']]) {
    if (all(selector).length !== 1) wrong.push(`${all(selector).length} landmarks of kind ${what}`);
  }
  const navs = all('nav');
  if (navs.length > 1 && navs.some((nav) => !nav.getAttribute('aria-label') && !nav.getAttribute('aria-labelledby'))) {
    wrong.push('several nav and one has no label');
  }
  const skip = document.querySelector('a[href], button, input');
  if (!skip?.matches('a[href^="#"]') || !document.getElementById(skip.getAttribute('href').slice(1))) {
    wrong.push('the first link does not skip to the content');
  }
  for (const field of all('input:not([type=hidden]):not([type=submit]):not([type=button]), select, textarea')) {
    const labels = [...(field.labels ?? [])].map((label) => label.textContent).join('').trim();
    if (!labels && !field.getAttribute('aria-label') && !byIds(field.getAttribute('aria-labelledby'))) wrong.push(`no label: ${tell(field)}`);
  }
  for (const group of all('fieldset')) {
    if (!group.querySelector(':scope > legend')?.textContent.trim()) wrong.push(`a fieldset without legend: ${tell(group)}`);
  }
  for (const element of all('a[href], button, summary, input[type=submit]')) {
    if (!name(element)) wrong.push(`nothing to hear: ${tell(element)}`);
  }
  for (const image of all('img')) {
    if (!image.hasAttribute('alt')) wrong.push(`no alt: ${tell(image)}`);
  }
  for (const drawing of all('svg')) {
    const hidden = drawing.closest('[aria-hidden=true]');
    // A board whose stones are links is a group of them.
    const named = ['img', 'group'].includes(drawing.getAttribute('role')) && (drawing.getAttribute('aria-label') || drawing.getAttribute('aria-labelledby') || drawing.querySelector('title'));
    if (!hidden && !named) wrong.push(`a drawing that is neither hidden nor named: ${tell(drawing)}`);
  }
  const ids = new Map();
  for (const element of all('[id]')) ids.set(element.id, (ids.get(element.id) ?? 0) + 1);
  for (const [id, times] of ids) if (times > 1) wrong.push(`${times} elements with the id ${id}`);
  for (const attribute of ['for', 'aria-describedby', 'aria-labelledby', 'aria-controls', 'headers']) {
    for (const element of all(`[${attribute}]`)) {
      for (const id of element.getAttribute(attribute).split(/\s+/).filter(Boolean)) {
        if (!document.getElementById(id)) wrong.push(`${attribute} names ${id}, which is not there`);
      }
    }
  }
  for (const link of all('a[href^="#"]')) {
    const id = decodeURIComponent(link.getAttribute('href').slice(1));
    if (id && !document.getElementById(id)) wrong.push(`a link to #${id}, which is not there`);
  }
  for (const table of all('table')) {
    if (table.querySelectorAll('th').length === 0) wrong.push(`a table without headers: ${tell(table)}`);
    for (const header of table.querySelectorAll('th:not([scope])')) wrong.push(`a table header without scope: ${tell(header)}`);
  }
  if (all('script:not([src])').some((script) => !/json/.test(script.type))) wrong.push('an inline script');
  if (all('[style], style').length) wrong.push(`an inline style: ${tell(document.querySelector('[style], style'))}`);
  for (const attribute of ['onclick', 'onsubmit', 'onchange', 'onload']) {
    if (all(`[${attribute}]`).length) wrong.push(`an inline ${attribute}`);
  }
  if (/\{[a-z_]+\}/.test(document.body.innerText)) wrong.push(`an argument that was not filled: ${document.body.innerText.match(/.{0,30}\{[a-z_]+\}/)[0]}`);
  return wrong;
}

/** The page is no wider than the screen. */
export function overflow() {
  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth <= width) return [];
  const scrolls = (element) => {
    for (let e = element.parentElement; e && e !== document.body; e = e.parentElement) {
      if (['auto', 'scroll', 'hidden', 'clip'].includes(getComputedStyle(e).overflowX)) return true;
    }
    return false;
  };
  const wide = [...document.querySelectorAll('body *')].filter((e) => e.getBoundingClientRect().right > width + 1 && !scrolls(e));
  const deepest = wide.filter((e) => !wide.some((other) => other !== e && e.contains(other)));
  return [`${document.documentElement.scrollWidth} px wide on a screen of ${width}: ${deepest.slice(0, 3).map((e) => e.outerHTML.slice(0, 90)).join(' · ')}`];
}

/** Whatever a finger has to hit is 44 px in both directions, but for links inside a sentence. */
export function targets() {
  const wrong = [];
  for (const element of document.querySelectorAll('a[href], button, input:not([type=hidden]), select, textarea, summary')) {
    const style = getComputedStyle(element);
    let box = element.getBoundingClientRect();
    if (box.width === 0 || style.visibility === 'hidden' || element.disabled) continue;
    // Off the screen until it has the focus: the skip link.
    if (box.bottom <= 0 || box.right <= 0 || style.clipPath !== 'none') continue;
    const inSentence = style.display === 'inline' && element.parentElement.textContent.trim() !== element.textContent.trim();
    if (inSentence && element.tagName === 'A') continue;
    // The stones of a board are as large as the board lets them be; the same choices stand below it as a form.
    if (element.matches('svg a[data-fate]')) continue;
    if (['checkbox', 'radio'].includes(element.type)) {
      for (const label of element.labels ?? []) {
        const other = label.getBoundingClientRect();
        if (other.height >= box.height) box = other;
      }
    }
    if (box.height < 43.5 || box.width < 43.5) {
      wrong.push(`a target of ${Math.round(box.width)}×${Math.round(box.height)} px: ${element.outerHTML.slice(0, 90).replace(/\s+/g, ' ')}`);
    }
  }
  return wrong;
}

/** Every text stands out from what is behind it: 4.5 to 1, large text 3 to 1. */
export function contrast() {
  const wrong = new Set();
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 1;
  const brush = canvas.getContext('2d', { willReadFrequently: true });
  const rgba = (colour) => {
    brush.clearRect(0, 0, 1, 1);
    brush.fillStyle = colour;
    brush.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = brush.getImageData(0, 0, 1, 1).data;
    return { r, g, b, a: a / 255 };
  };
  const over = (top, under) => ({
    r: top.r * top.a + under.r * (1 - top.a), g: top.g * top.a + under.g * (1 - top.a), b: top.b * top.a + under.b * (1 - top.a), a: 1,
  });
  const light = ({ r, g, b }) => {
    const [x, y, z] = [r, g, b].map((v) => (v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const behind = (element) => {
    const layers = [];
    for (let e = element; e; e = e.parentElement) {
      const style = getComputedStyle(e);
      if (style.backgroundImage !== 'none') return null;
      const colour = rgba(style.backgroundColor);
      layers.push(colour);
      if (colour.a === 1) break;
    }
    return layers.reverse().reduce((under, top) => over(top, under), rgba('Canvas'));
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!node.data.trim() || !element.getClientRects().length || element.closest('svg, [aria-hidden=true], :disabled, noscript, option')) continue;
    const style = getComputedStyle(element);
    if (style.visibility === 'hidden' || style.clipPath !== 'none') continue;
    const under = behind(element);
    if (!under) continue;
    const [a, b] = [light(over(rgba(style.color), under)), light(under)];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    const size = parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    if (ratio < (large ? 2.99 : 4.49)) {
      wrong.add(`contrast ${ratio.toFixed(2)} of "${node.data.trim().slice(0, 24)}" (${style.color})`);
    }
  }
  return [...wrong];
}

/** What shows where the focus is, of the element that has it: a sentence when nothing does. */
export function focusShown() {
  const element = document.activeElement;
  if (!element || element === document.body) return null;
  const style = getComputedStyle(element);
  const outline = style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2;
  const box = element.getBoundingClientRect();
  const where = element.outerHTML.slice(0, 90).replace(/\s+/g, ' ');
  if (!outline && style.boxShadow === 'none') return `the focus cannot be seen on ${where}`;
  if (box.right <= 0 || box.bottom <= 0 || box.width === 0) return `the focus is off the screen on ${where}`;
  return '';
}
