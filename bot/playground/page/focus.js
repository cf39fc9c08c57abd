/* The focus is never lost: where the element that has it goes away, the one that takes its place gets it, else
   its message, else the line one writes in. */

/** Watches the whole page; `fallback()` gets the focus when nothing nearer is left. */
export function keepFocus(fallback) {
  let last = null; // {element, key, message, dialog} of what has the focus
  document.addEventListener("focusin", ({ target }) => {
    last = {
      element: target,
      key: keyOf(target),
      message: target.closest("[data-id]")?.dataset.id,
      next: target.closest("[data-id]")?.nextElementSibling,
    };
  });
  const restore = () => {
    const active = document.activeElement;
    if (!last || (active && active !== document.body)) return;
    if (last.element.isConnected && !last.element.disabled && isShown(last.element)) return;
    const { key, message, next } = last;
    last = null;
    const row = message && document.querySelector(`[data-id="${CSS.escape(message)}"]`);
    for (const one of [key && (row || document).querySelector(key), row, next?.isConnected && next]) {
      if (!one || one.disabled || !isShown(one)) continue;
      one.focus({ preventScroll: true });
      if (document.activeElement === one) return;
    }
    fallback();
  };
  // What a closing dialog gives the focus back to takes no keys in Chromium until it is focused anew.
  const anew = () => {
    const active = document.activeElement;
    active?.blur();
    active?.focus({ preventScroll: true });
  };
  document.addEventListener("close", anew, true);
  const watched = { childList: true, subtree: true, attributeFilter: ["hidden", "disabled", "open"] };
  new MutationObserver(restore).observe(document.body, watched);
}

const isShown = (element) => element.checkVisibility({ visibilityProperty: true });

/** How to find the element that takes the place of this one. */
function keyOf({ id, dataset }) {
  if (dataset.customId) return `[data-custom-id="${CSS.escape(dataset.customId)}"]`;
  if (dataset.key) return `[data-key="${CSS.escape(dataset.key)}"]`;
  return id ? `#${CSS.escape(id)}` : null;
}
