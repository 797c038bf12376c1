// Pages work without this file. It adds the theme switch, copy buttons, and a first request, and keeps the language of examples.
const THEME = "theme";
const LANGUAGE = "language";
const root = document.documentElement;

function applyTheme(theme) {
  if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  else delete root.dataset.theme;
}

// Storage may be blocked: a choice then applies to this page only.
function stored(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

function store(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {}
}

// Runs in the head, so that the page is painted only once, in the chosen theme.
applyTheme(stored(THEME));

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
    store(THEME, theme);
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

// A language chosen in one group of examples is shown in all of them, and on the next pages.
function setUpLanguages(groups) {
  const show = (language) => {
    for (const group of groups) {
      const tab = [...group.querySelectorAll("input")].find((input) => input.value === language);
      if (tab) tab.checked = true;
    }
  };
  show(stored(LANGUAGE));
  for (const group of groups) {
    group.addEventListener("change", ({ target }) => {
      store(LANGUAGE, target.value);
      show(target.value);
    });
  }
}

// For a page that shows a secret once: reloading it posts nothing, and "back" cannot show the secret again.
function setUpShownOnce(panel) {
  history.replaceState(null, "", panel.dataset.once);
  addEventListener("pagehide", () => panel.replaceChildren());
}

// Sends the first request of a new key, and shows its answer and what is counted.
function setUpFirstRequest(button) {
  const [status, body] = button.closest("section").querySelectorAll(":scope > [role=status], :scope > pre");
  button.hidden = false;
  button.addEventListener("click", async () => {
    const key = document.getElementById("key").textContent.trim();
    const answer = await fetch(button.dataset.send, { headers: { "X-API-Key": key } }).catch(() => null);
    if (answer === null) {
      status.textContent = "No answer. Check your connection, then try again.";
      return;
    }
    const [limit, left] = ["Limit", "Remaining"].map((name) => Number(answer.headers.get(`X-RateLimit-${name}`)));
    const span = /day/.test(answer.headers.get("RateLimit-Policy")) ? "today" : "this month";
    status.textContent = `Answered ${answer.status}. ${limit - left} of ${limit.toLocaleString("en-US")} requests used ${span}.`;
    body.textContent = JSON.stringify(await answer.json(), null, 2);
    body.hidden = false;
  });
}

document.addEventListener("DOMContentLoaded", () => {
  for (const button of document.querySelectorAll("[data-theme-switch]")) setUpThemeSwitch(button);
  for (const button of document.querySelectorAll("[data-copy]")) setUpCopyButton(button);
  for (const button of document.querySelectorAll("[data-send]")) setUpFirstRequest(button);
  setUpLanguages([...document.querySelectorAll(".tabs")]);
  for (const panel of document.querySelectorAll("[data-once]")) setUpShownOnce(panel);
});
