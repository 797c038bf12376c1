// Without this file a search box is a plain form. It lists matches (WAI-ARIA combobox with a listbox).
const TYPING_MS = 120;

function setUpSearch(box) {
  const input = box.querySelector("input[type=search]");
  const form = input.form;
  // A form to fill takes the names of places whose pages are below these paths.
  const fills = box.dataset.fills?.split(" ");
  const list = document.createElement("ul");
  list.id = `${input.id}-suggestions`;
  list.className = "suggestions";
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", "Matching places");
  list.hidden = true;
  input.after(list);
  for (const [name, value] of Object.entries({
    role: "combobox",
    "aria-autocomplete": "list",
    "aria-controls": list.id,
    "aria-expanded": "false",
  })) {
    input.setAttribute(name, value);
  }

  let active = -1;
  let latest = 0;
  let timer;

  function mark(index) {
    list.children[active]?.setAttribute("aria-selected", "false");
    active = index;
    const option = list.children[active];
    if (!option) return input.removeAttribute("aria-activedescendant");
    option.setAttribute("aria-selected", "true");
    option.scrollIntoView({ block: "nearest" });
    return input.setAttribute("aria-activedescendant", option.id);
  }

  function close() {
    list.hidden = true;
    input.setAttribute("aria-expanded", "false");
    mark(-1);
  }

  function open(option) {
    if (!fills) return location.assign(option.dataset.href);
    input.value = option.dataset.name;
    close();
    const next = [...form.querySelectorAll("input[type=search]")].find(({ value }) => value === "");
    return next ? next.focus() : form.requestSubmit();
  }

  function optionOf({ name, detail, figure, href }, index) {
    const option = document.createElement("li");
    option.id = `${list.id}-${index}`;
    option.setAttribute("role", "option");
    option.setAttribute("aria-selected", "false");
    option.dataset.href = href;
    option.dataset.name = name;
    const more = document.createElement("span");
    more.className = "small muted";
    more.textContent = figure === "" ? detail : `${detail} · ${figure}`;
    option.append(document.createTextNode(name), more);
    return option;
  }

  async function suggest() {
    const turn = ++latest;
    const query = input.value.trim();
    if (query.length < 2) return close();
    const address = new URL(box.dataset.suggest, location.href);
    address.searchParams.set("q", query);
    const response = await fetch(address);
    if (turn !== latest || !response.ok) return undefined;
    const found = await response.json();
    if (turn !== latest) return undefined;
    const places = found.places.filter(
      ({ href, isState }) => !fills || (!isState && fills.some((path) => href.startsWith(path))),
    );
    mark(-1);
    list.replaceChildren(...places.map(optionOf));
    list.hidden = places.length === 0;
    return input.setAttribute("aria-expanded", String(places.length > 0));
  }

  input.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(suggest, TYPING_MS);
  });
  input.addEventListener("keydown", (event) => {
    const count = list.hidden ? 0 : list.children.length;
    // The browser's own answer to Escape would empty the field.
    if (event.key === "Escape") close();
    else if (event.key === "ArrowDown" && count > 0) mark((active + 1) % count);
    else if (event.key === "ArrowUp" && count > 0) mark(active <= 0 ? count - 1 : active - 1);
    else if (event.key === "Enter" && active >= 0) open(list.children[active]);
    else return;
    event.preventDefault();
  });
  // Reacts to the press: a click would come after the field has lost the focus.
  list.addEventListener("pointerdown", (event) => {
    event.preventDefault();
  });
  list.addEventListener("click", ({ target }) => {
    const option = target.closest("[role=option]");
    if (option) open(option);
  });
  input.addEventListener("blur", () => {
    latest += 1;
    clearTimeout(timer);
    close();
  });
}

for (const box of document.querySelectorAll("[data-suggest]")) setUpSearch(box);
