// Arrow keys, Home and End go through a game; the links beside the board do the same without a script.
(() => {
  'use strict';
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (event.target.closest('input,textarea,select,[contenteditable],.scroll')) return;
    const link = document.querySelector(`a[data-arrow="${CSS.escape(event.key)}"]`);
    if (!link) return;
    event.preventDefault();
    link.click();
  });
})();
