// Without this file a map is a picture with links. It shows a place's figures, and marks it in the table.

function setUpMap(svg) {
  const links = [...svg.querySelectorAll("a")];
  // The tooltip says the same, at once.
  for (const title of svg.querySelectorAll("title")) {
    title.parentNode.setAttribute("aria-label", title.textContent);
    title.remove();
  }
  const tip = document.createElement("div");
  tip.className = "tip";
  tip.hidden = true;
  document.body.append(tip);
  const rows = new Map();
  for (const link of document.querySelectorAll("table.places tbody th a"))
    rows.set(link.getAttribute("href"), link.closest("tr"));
  let selected;
  const outline = svg.appendChild(document.createElementNS(svg.namespaceURI, "g"));
  outline.setAttribute("class", "outline");

  function drawOutline(link) {
    const shapes = link?.querySelectorAll("path, circle") ?? [];
    outline.replaceChildren(...[...shapes].map((shape) => shape.cloneNode()));
  }

  /** Marks the place on the map and in the table, and shows its figures, at a point of the screen. */
  function select(link, at, isTouch = false) {
    // A tap focuses a place before it selects it.
    if (link && (link !== selected || isTouch)) fillTip(link, isTouch);
    if (link !== selected) {
      drawOutline(link);
      rows.get(selected?.getAttribute("href"))?.classList.remove("marked");
      rows.get(link?.getAttribute("href"))?.classList.add("marked");
      selected = link;
      tip.hidden = !link;
    }
    if (link) placeTip(at ?? middleOf(link));
  }

  function fillTip(link, isTouch) {
    const { name, figure, range, rates, caution } = link.dataset;
    const line = (className, text) => {
      const made = document.createElement("p");
      made.className = className;
      made.textContent = text;
      return made;
    };
    const title = line("tip-name", isTouch ? "" : name);
    if (isTouch) {
      const open = document.createElement("a");
      open.href = link.getAttribute("href");
      open.textContent = name;
      title.append(open);
    }
    const grade = rows.get(link.getAttribute("href"))?.querySelector(".graded");
    tip.replaceChildren(
      title,
      grade ? grade.cloneNode(true) : line("", figure),
      ...(range ? [line("", range)] : []),
      ...(rates && !isTouch ? [line("", rates)] : []),
      ...(caution ? [line("tip-caution", caution)] : []),
    );
  }

  /** Beside the point, inside the window. On a phone the style sheet puts it at the bottom. */
  function placeTip([x, y]) {
    if (innerWidth < 700) return tip.removeAttribute("style");
    const { width, height } = tip.getBoundingClientRect();
    tip.style.left = `${x + 16 + width > innerWidth ? Math.max(8, x - 16 - width) : x + 16}px`;
    tip.style.top = `${y + 16 + height > innerHeight ? Math.max(8, y - 16 - height) : y + 16}px`;
    return undefined;
  }

  function middleOf(link) {
    const { left, right, top, bottom } = link.getBoundingClientRect();
    return [(left + right) / 2, (top + bottom) / 2];
  }

  // The other way round: a row of the table marks its place on the map.
  for (const link of links) {
    const row = rows.get(link.getAttribute("href"));
    if (!row) continue;
    for (const type of ["pointerenter", "focusin"]) row.addEventListener(type, () => drawOutline(link));
    for (const type of ["pointerleave", "focusout"]) row.addEventListener(type, () => drawOutline(selected));
  }

  let isTouch = false;
  document.addEventListener("keydown", () => {
    isTouch = false;
  });
  // A touch waits for its click: the line at the bottom would cover the place before.
  svg.addEventListener("focusin", ({ target }) => {
    if (!isTouch) select(target.closest("a"));
  });
  // The place stays selected while the focus moves to the line at the bottom, which opens the place.
  svg.addEventListener("focusout", ({ relatedTarget }) => {
    if (!tip.contains(relatedTarget)) select(undefined);
  });
  svg.addEventListener("pointermove", ({ pointerType, target, clientX, clientY }) => {
    if (pointerType === "mouse") select(target.closest("a") ?? undefined, [clientX, clientY]);
  });
  svg.addEventListener("pointerleave", ({ pointerType }) => {
    if (pointerType === "mouse") select(undefined);
  });

  svg.addEventListener("pointerdown", ({ pointerType }) => {
    isTouch = pointerType !== "mouse";
  });
  // A touch only selects; the line at the bottom opens the place.
  svg.addEventListener("click", (event) => {
    if (!isTouch || event.detail === 0) return;
    event.preventDefault();
    select(event.target.closest("a") ?? undefined, [event.clientX, event.clientY], true);
  });
}

for (const svg of document.querySelectorAll("svg.map")) setUpMap(svg);
