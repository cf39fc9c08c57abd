/* What does not fit a narrow screen under a thumb: things wider than the window, and controls lower or narrower than
   24 pixels (WCAG 2.5.8; links within a sentence excepted). Returns sentences. */
() => {
  const found = [];
  const { scrollWidth, scrollHeight } = document.scrollingElement;
  if (scrollWidth > innerWidth) found.push(`the page is ${scrollWidth} wide, the window ${innerWidth}`);
  if (scrollHeight > innerHeight) found.push(`the page is ${scrollHeight} high, the window ${innerHeight}`);
  for (const box of document.querySelectorAll("#log, dialog[open], #composer, #greeting, #rail"))
    if (box.scrollWidth > box.clientWidth) found.push(`#${box.id} scrolls sideways`);
  const controls = document.querySelectorAll("button, input, textarea, summary, [role=option], label.speaker");
  for (const control of controls) {
    const { width, height } = control.getBoundingClientRect();
    const inSentence = getComputedStyle(control).display === "inline" || control.matches(".as-link, .visually-hidden");
    if (!control.checkVisibility({ visibilityProperty: true }) || inSentence) continue;
    const name = control.getAttribute("aria-label") || control.textContent.trim() || control.id || control.outerHTML;
    if (width < 24 || height < 24) found.push(`${name.slice(0, 40)}: ${Math.round(width)} by ${Math.round(height)}`);
  }
  return found;
}
