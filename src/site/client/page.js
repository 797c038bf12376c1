// Pages work without this file. It adds the theme switch and the copy buttons.
const THEME = "theme";
const root = document.documentElement;

function applyTheme(theme) {
  if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  else delete root.dataset.theme;
}

function storedTheme() {
  try {
    return localStorage.getItem(THEME);
  } catch {
    return null;
  }
}

// Runs in the head, so that the page is painted only once, in the chosen theme.
applyTheme(storedTheme());

function isDark() {
  return (root.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
}

function setUpThemeSwitch(button) {
  const label = () => {
    button.setAttribute("aria-label", isDark() ? "Light theme" : "Dark theme");
  };
  label();
  button.hidden = false;
  button.addEventListener("click", () => {
    const theme = isDark() ? "light" : "dark";
    applyTheme(theme);
    try {
      localStorage.setItem(THEME, theme);
    } catch {
      // Storage is blocked: the choice applies to this page only.
    }
    label();
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", label);
}

function setUpCopyButton(button) {
  const source = document.getElementById(button.dataset.copy);
  if (!source || !navigator.clipboard) return;
  const said = button.textContent;
  const status = document.createElement("span");
  status.className = "visually-hidden";
  status.setAttribute("role", "status");
  button.after(status);
  button.hidden = false;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(source.textContent.trim());
    button.textContent = "Copied";
    status.textContent = "Copied to the clipboard";
    setTimeout(() => {
      button.textContent = said;
      status.textContent = "";
    }, 3000);
  });
}

// For a page that shows a secret once. Its history entry is replaced, so that reloading it posts nothing, and the
// secret is removed when the user leaves the page, so that "back" cannot show it again.
function setUpShownOnce(panel) {
  history.replaceState(null, "", panel.dataset.once);
  addEventListener("pagehide", () => panel.replaceChildren());
}

document.addEventListener("DOMContentLoaded", () => {
  for (const button of document.querySelectorAll("[data-theme-switch]")) setUpThemeSwitch(button);
  for (const button of document.querySelectorAll("[data-copy]")) setUpCopyButton(button);
  for (const panel of document.querySelectorAll("[data-once]")) setUpShownOnce(panel);
});
