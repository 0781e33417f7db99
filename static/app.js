// Small conveniences; every page works without them.
(() => {
  'use strict';
  const d = document;
  const all = (selector, root = d) => [...root.querySelectorAll(selector)];

  // A box that scrolls sideways shows on which side there is more.
  const hint = (box) => {
    const scroll = box.querySelector('.scroll') || box;
    const update = () => {
      box.classList.toggle('more-left', scroll.scrollLeft > 1);
      box.classList.toggle('more-right', scroll.scrollLeft + scroll.clientWidth < scroll.scrollWidth - 1);
    };
    scroll.addEventListener('scroll', update, { passive: true });
    new ResizeObserver(update).observe(scroll);
  };
  all('.scroll-box').forEach(hint);

  // Copying a number gives its digits without spaces.
  if (navigator.clipboard) {
    all('[data-copy]').forEach((button) => {
      button.hidden = false;
      const words = button.textContent;
      button.addEventListener('click', async () => {
        await navigator.clipboard.writeText(button.dataset.copy);
        button.textContent = button.dataset.done;
        setTimeout(() => { button.textContent = words; }, 2000);
      });
    });
  }

  // The summary of problems is where reading begins.
  const problems = d.getElementById('problems');
  if (problems) problems.focus();

  // A form is sent once.
  all('form[method=post]').forEach((form) => form.addEventListener('submit', (event) => {
    if (form.dataset.sent) { event.preventDefault(); return; }
    form.dataset.sent = '1';
    setTimeout(() => { delete form.dataset.sent; }, 4000);
  }));

  // One box ticks all boxes of its table.
  all('[data-tick-all]').forEach((box) => {
    (box.closest('label') || box).hidden = false;
    box.addEventListener('change', () => {
      all(`input[type=checkbox][name="${box.dataset.tickAll}"]:not(:disabled)`).forEach((b) => { b.checked = box.checked; });
    });
  });

  // A page of long work asks again until it is done.
  const again = d.querySelector('[data-reload]');
  if (again) setTimeout(() => location.reload(), Number(again.dataset.reload) * 1000);

  // On the referee's desk the count follows at once: the page is read with what was pressed, and its live parts take the
  // place of the old ones. Only the last press counts.
  if (d.querySelector('[data-live]')) {
    let turn = 0;
    const follow = async (address, again) => {
      const mine = ++turn;
      const answer = await fetch(address);
      const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html');
      if (mine !== turn) return;
      if (!answer.ok) throw new Error(answer.status);
      all('[data-live]').forEach((part) => {
        const next = fresh.getElementById(part.id);
        const open = all('details', part).some((details) => details.open);
        if (!next) return;
        part.replaceWith(next);
        if (open) all('details', next).forEach((details) => { details.open = true; });
      });
      history.replaceState(null, '', address);
      const focus = d.querySelector(again);
      if (focus) focus.focus({ preventScroll: true });
    };
    const go = (address, again) => follow(address, again).catch(() => { location.href = address; });
    d.addEventListener('click', (event) => {
      const link = event.target.closest('[data-live] a[data-fate]');
      if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      go(link.getAttribute('href'), `a[data-fate="${link.dataset.fate}"]`);
    });
    d.addEventListener('change', (event) => {
      const form = event.target.closest('form[data-live-form]');
      if (!form) return;
      const address = `${location.pathname}?${new URLSearchParams(new FormData(form))}`;
      go(address, `input[name="${event.target.name}"]:checked`);
    });
  }

  // Keys of the workplace; ? lists them.
  const list = d.getElementById('shortcuts');
  if (!list || !list.showModal) return;
  const keys = new Map(all('[data-key]').map((e) => [e.dataset.key, e]));
  d.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest('input,textarea,select,[contenteditable],dialog')) return;
    if (event.key === '?') {
      const dl = list.querySelector('dl');
      dl.replaceChildren(...[...keys].flatMap(([key, e]) => {
        const dt = d.createElement('dt');
        const dd = d.createElement('dd');
        const kbd = d.createElement('kbd');
        kbd.textContent = key;
        dt.append(kbd);
        dd.textContent = e.textContent.trim();
        return [dt, dd];
      }));
      list.showModal();
    } else if (keys.has(event.key)) {
      event.preventDefault();
      keys.get(event.key).click();
    }
  });
})();
