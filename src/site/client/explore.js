// The explorer works without this file. With it, a table updates while the user types, without a new page.
const TYPING_MS = 200;

/** Updates the filter, the count, and the table in place, by fetching the URL that the form produces. */
function setUpLive(region) {
  let latest = 0;

  // Shows only the answer to the latest request.
  async function show(url, focusOf) {
    const turn = ++latest;
    const response = await fetch(url);
    if (!response.ok) return location.assign(url);
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    if (turn !== latest) return undefined;
    const answer = page.getElementById(region.id);
    const results = region.querySelector("[data-live-results]");
    results.replaceChildren(...answer.querySelector("[data-live-results]").childNodes);
    region.querySelector("[data-live-status]").textContent = answer.querySelector("[data-live-status]").textContent;
    for (const select of answer.querySelectorAll("select")) {
      region.querySelector(`#${select.id}`).value = select.value;
    }
    const search = region.querySelector("input[type=search]");
    const typed = answer.querySelector("input[type=search]").value;
    if (search !== document.activeElement) search.value = typed;
    if (focusOf) [...results.querySelectorAll("thead a")].find((link) => link.textContent === focusOf)?.focus();
    return undefined;
  }

  const form = region.querySelector("form");

  // The page's URL with the parameters of this table replaced. Those of other tables stay.
  function addressWith(parameters) {
    const address = new URL(location.href);
    const prefix = form.querySelector("input[type=search]").name.slice(0, -1);
    for (const part of ["q", "county", "size", "sort", "order"]) {
      const name = prefix + part;
      const value = parameters.get(name);
      if (value) address.searchParams.set(name, value);
      else address.searchParams.delete(name);
    }
    return address.href;
  }

  let timer;
  region.addEventListener("input", ({ target }) => {
    clearTimeout(timer);
    timer = setTimeout(
      () => {
        const url = addressWith(new FormData(form));
        history.replaceState(null, "", url);
        show(url);
      },
      target.type === "search" ? TYPING_MS : 0,
    );
  });
  region.addEventListener("submit", (event) => {
    event.preventDefault();
    clearTimeout(timer);
    const url = addressWith(new FormData(form));
    history.replaceState(null, "", url);
    show(url);
  });
  region.addEventListener("click", (event) => {
    const link = event.target.closest("thead a");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const url = addressWith(new URL(link.href).searchParams);
    history.pushState(null, "", url);
    show(url, link.textContent);
  });
  addEventListener("popstate", () => show(location.href));
}

for (const region of document.querySelectorAll("[data-live]")) setUpLive(region);
