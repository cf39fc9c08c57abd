/* A picture in large above the page; Escape or a click puts it away. */

import { el } from "./dom.js";

export function enlarge(src, description) {
  const dialog = el(
    "dialog",
    { class: "lightbox", "aria-label": description },
    el("img", { src, alt: description }),
    el(
      "p",
      {},
      el("a", { href: src, target: "_blank", rel: "noopener noreferrer" }, "Open in another tab"),
      el("button", { type: "button", class: "button secondary", autofocus: true, onclick: () => dialog.close() }, "Close"),
    ),
  );
  dialog.addEventListener("click", ({ target }) => {
    if (target === dialog || target.tagName === "IMG") dialog.close();
  });
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
