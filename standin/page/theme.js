/* Light or dark: as the system has it, or as the person wants it. */

const KEPT = "theme";
const NEXT = { auto: "light", light: "dark", dark: "auto" };
const SIGNS = { auto: "◐", light: "☀", dark: "☾" };

/** Makes the button go round automatic, light, dark; the choice is kept in this browser. */
export function setupTheme(button) {
  const show = (theme) => {
    if (theme === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    button.textContent = SIGNS[theme];
    const words = `Colours: ${theme === "auto" ? "automatic" : theme}`;
    button.title = words;
    button.setAttribute("aria-label", `${words}. Switch to ${NEXT[theme] === "auto" ? "automatic" : NEXT[theme]}`);
  };
  let theme = NEXT[localStorage.getItem(KEPT)] ? localStorage.getItem(KEPT) : "auto";
  show(theme);
  button.addEventListener("click", () => {
    theme = NEXT[theme];
    localStorage.setItem(KEPT, theme);
    show(theme);
  });
}
