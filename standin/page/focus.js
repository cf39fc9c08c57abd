/* The focus is never lost: where the element that has it goes away, the one that takes its place gets it (a menu by
   its place among those of its message: what was chosen may be part of its id), else its message, else the line one
   writes in. */

/** Watches the whole page; `fallback()` gets the focus when nothing nearer is left. */
export function keepFocus(fallback) {
  let last = null; // {element, key, message, menu, next} of what has the focus
  document.addEventListener("focusin", ({ target }) => {
    const row = target.closest("[data-id]");
    last = {
      element: target,
      key: keyOf(target),
      message: row?.dataset.id,
      menu: menusOf(row).indexOf(target),
      next: row?.nextElementSibling,
    };
  });
  const restore = () => {
    const active = document.activeElement;
    if (!last || (active && active !== document.body)) return;
    if (last.element.isConnected && !last.element.disabled && isShown(last.element)) return;
    // What gets the focus replaces `last`. Behind an open dialog nothing can, until the dialog is closed.
    const { key, message, menu, next } = last;
    const row = message && document.querySelector(`[data-id="${CSS.escape(message)}"]`);
    const same = key && (row || document).querySelector(key);
    for (const one of [same, menusOf(row)[menu], row, next?.isConnected && next]) {
      if (!one || one.disabled || !isShown(one)) continue;
      one.focus({ preventScroll: true });
      if (document.activeElement === one) return;
    }
    fallback();
  };
  // What a closing dialog gives the focus back to takes no keys in Chromium until it is focused again.
  const again = () => {
    const active = document.activeElement;
    active?.blur();
    active?.focus({ preventScroll: true });
  };
  document.addEventListener("close", again, true);
  const watched = { childList: true, subtree: true, attributeFilter: ["hidden", "disabled", "open"] };
  new MutationObserver(restore).observe(document.body, watched);
}

const menusOf = (row) => [...(row?.querySelectorAll(".menu-button") ?? [])];

const isShown = (element) => element.checkVisibility({ visibilityProperty: true });

/** How to find the element that takes the place of this one. */
function keyOf({ id, dataset }) {
  if (dataset.customId) return `[data-custom-id="${CSS.escape(dataset.customId)}"]`;
  if (dataset.key) return `[data-key="${CSS.escape(dataset.key)}"]`;
  return id ? `#${CSS.escape(id)}` : null;
}
