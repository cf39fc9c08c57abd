/* The lines between messages: a new day, and where reading stopped. */

import { el } from "./dom.js";

/** Puts the lines where they belong among the rows, touching only those that change.
   `isNew(row)` tells whether a row came after what was read. */
export function divide(rows, isNew) {
  let day = null;
  let marked = false;
  for (const row of [...rows.children]) {
    if (!row.dataset.day) continue;
    const fresh = !marked && isNew(row);
    marked ||= fresh;
    const date = row.dataset.day === day ? "" : row.dataset.day;
    day = row.dataset.day;
    const before = row.previousElementSibling;
    const has = before?.classList.contains("divider") ? before : null;
    const wanted = date || fresh ? `${date}|${fresh}` : null;
    if (has?.dataset.line === wanted) continue;
    if (has) has.remove();
    if (wanted) row.before(line(row.dataset.day, Boolean(date), fresh, wanted));
  }
  for (const one of rows.querySelectorAll(":scope > .divider"))
    if (!one.nextElementSibling?.dataset.day) one.remove();
  return marked;
}

function line(day, isDate, isFresh, key) {
  const words = isDate
    ? new Date(`${day}T12:00`).toLocaleDateString(undefined, { dateStyle: "long" })
    : "New messages";
  return el(
    "div",
    { class: isFresh ? "divider new" : "divider", role: "separator", "aria-label": words, data: { line: key } },
    isDate && el("span", { class: "divider-date" }, words),
    isFresh && el("span", { class: "divider-new" }, isDate ? "New" : "New messages"),
  );
}

/** The day of a moment where the reader is: "2024-05-31". */
export function dayOf(timestamp) {
  const date = new Date(timestamp);
  const two = (number) => String(number).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
