// Without this file a map is a picture with links. It adds zoom and pan by buttons, keys, wheel, mouse, and touch, shows
// the figures of the place under the pointer or finger, or with the focus, and marks the same place in the table.
const LARGEST = 16;
const STEP = 1.6;
/** From this zoom on, every letter is shown. */
const CLOSE = 2.5;
/** A touch selects places within this distance, in CSS pixels: a target of 44 by 44. */
const REACH = 22;
/** A shorter movement is a tap, a longer one a drag. */
const SLACK = 6;

function setUpMap(frame) {
  const svg = frame.querySelector("svg.map");
  const { x: left, y: top, width, height } = svg.viewBox.baseVal;
  const view = { x: left, y: top, zoom: 1 };
  const links = [...svg.querySelectorAll("a")];
  // The tooltip says the same, at once.
  for (const title of svg.querySelectorAll("title")) title.remove();
  const tip = document.createElement("div");
  tip.className = "tip";
  tip.hidden = true;
  document.body.append(tip);
  const rows = new Map();
  for (const link of document.querySelectorAll("table.places tbody th a"))
    rows.set(link.getAttribute("href"), link.closest("tr"));
  let selected;

  function draw() {
    view.zoom = Math.min(LARGEST, Math.max(1, view.zoom));
    view.x = Math.min(left + width - width / view.zoom, Math.max(left, view.x));
    view.y = Math.min(top + height - height / view.zoom, Math.max(top, view.y));
    svg.setAttribute("viewBox", `${view.x} ${view.y} ${width / view.zoom} ${height / view.zoom}`);
    svg.style.setProperty("--zoom", view.zoom);
    svg.dataset.zoom = view.zoom === 1 ? "whole" : view.zoom < CLOSE ? "near" : "close";
    smaller.disabled = view.zoom === 1;
    larger.disabled = view.zoom === LARGEST;
  }

  const unitsPerPixel = () => width / view.zoom / svg.clientWidth;

  /** Zooms and keeps the point of the drawing under the given screen position. */
  function zoomBy(factor, clientX, clientY) {
    const box = svg.getBoundingClientRect();
    const across = ((clientX ?? box.left + box.width / 2) - box.left) / box.width;
    const down = ((clientY ?? box.top + box.height / 2) - box.top) / box.height;
    const before = view.zoom;
    view.zoom = Math.min(LARGEST, Math.max(1, view.zoom * factor));
    view.x += across * (width / before - width / view.zoom);
    view.y += down * (height / before - height / view.zoom);
    draw();
  }

  function panBy(pixelsX, pixelsY) {
    view.x += pixelsX * unitsPerPixel();
    view.y += pixelsY * unitsPerPixel();
    draw();
  }

  /** Marks the place on the map and in the table, and shows what its label says, at a point of the screen. */
  function select(link, at, isTouch = false) {
    // A tap focuses a place before it selects it.
    if (link && (link !== selected || isTouch)) fillTip(link, isTouch);
    if (link !== selected) {
      selected?.classList.remove("selected");
      rows.get(selected?.getAttribute("href"))?.classList.remove("marked");
      link?.classList.add("selected");
      rows.get(link?.getAttribute("href"))?.classList.add("marked");
      selected = link;
      tip.hidden = !link;
    }
    if (link) placeTip(at ?? middleOf(link));
  }

  function fillTip(link, isTouch) {
    const [head, ...lines] = link.getAttribute("aria-label").split(". ");
    const [name, figure] = head.split(": ");
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
      ...lines.map((text) => line(text.startsWith("Caution") ? "tip-caution" : "", text)),
    );
  }

  /** Beside the point, inside the window. On a phone the style sheet puts it at the bottom. */
  function placeTip([x, y]) {
    if (innerWidth < 700) return tip.removeAttribute("style");
    const { width: wide, height: high } = tip.getBoundingClientRect();
    tip.style.left = `${x + 16 + wide > innerWidth ? Math.max(8, x - 16 - wide) : x + 16}px`;
    tip.style.top = `${y + 16 + high > innerHeight ? Math.max(8, y - 16 - high) : y + 16}px`;
    return undefined;
  }

  function middleOf(link) {
    const box = link.firstElementChild.getBoundingClientRect();
    return [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  }

  // The other way round: a row of the table marks its place on the map.
  for (const link of links) {
    const row = rows.get(link.getAttribute("href"));
    if (!row) continue;
    row.addEventListener("pointerenter", () => link.classList.add("selected"));
    row.addEventListener("pointerleave", () => link.classList.remove("selected"));
    row.addEventListener("focusin", () => link.classList.add("selected"));
    row.addEventListener("focusout", () => link.classList.remove("selected"));
  }

  const tools = document.createElement("div");
  tools.className = "map-tools";
  tools.setAttribute("role", "group");
  tools.setAttribute("aria-label", "Zoom and move the map");
  const button = (text, label, act) => {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = text;
    made.setAttribute("aria-label", label);
    made.addEventListener("click", act);
    tools.append(made);
    return made;
  };
  const larger = button("+", "Zoom in", () => zoomBy(STEP));
  const smaller = button("−", "Zoom out", () => zoomBy(1 / STEP));
  button("All", "Show all of the map", () => {
    view.zoom = 1;
    draw();
  });
  svg.after(tools);

  frame.addEventListener("keydown", (event) => {
    const moves = { ArrowLeft: [-60, 0], ArrowRight: [60, 0], ArrowUp: [0, -60], ArrowDown: [0, 60] };
    const move = moves[event.key];
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "+" || event.key === "=") zoomBy(STEP);
    else if (event.key === "-") zoomBy(1 / STEP);
    else if (event.key === "0") zoomBy(1 / LARGEST);
    else if (move && view.zoom > 1) panBy(...move);
    else return;
    event.preventDefault();
  });

  // Scrolls a place that gets the focus into view.
  frame.addEventListener("focusin", ({ target }) => {
    const link = target.closest("svg a");
    if (!link) return;
    select(link);
    const { left, right, top, bottom } = link.getBoundingClientRect();
    const box = svg.getBoundingClientRect();
    const isOutside = right < box.left || left > box.right || bottom < box.top || top > box.bottom;
    if (isOutside)
      panBy((left + right) / 2 - (box.left + box.right) / 2, (top + bottom) / 2 - (box.top + box.bottom) / 2);
  });
  // The place stays selected while the focus moves to the line below the map, which opens the place.
  frame.addEventListener("focusout", ({ target, relatedTarget }) => {
    if (target.closest("svg a") && !tip.contains(relatedTarget)) select(undefined);
  });
  svg.addEventListener("pointermove", (event) => {
    if (event.pointerType === "mouse") select(event.target.closest("a") ?? undefined, [event.clientX, event.clientY]);
  });
  svg.addEventListener("pointerleave", (event) => {
    if (event.pointerType === "mouse") select(undefined);
  });

  /** The place whose letter is nearest to the touch and within reach, otherwise the one that was hit. */
  function nearest(clientX, clientY) {
    const away = (link) => {
      const mark = link.querySelector("text, circle");
      const at = (name) => Number(mark.getAttribute(name) ?? mark.getAttribute(`c${name}`));
      const point = new DOMPoint(at("x"), at("y"));
      const { x, y } = point.matrixTransform(svg.getScreenCTM());
      return Math.hypot(x - clientX, y - clientY);
    };
    const [best] = links
      .map((link) => ({ link, distance: away(link) }))
      .filter(({ distance }) => distance <= REACH)
      .toSorted((a, b) => a.distance - b.distance);
    return best?.link ?? document.elementFromPoint(clientX, clientY)?.closest("svg.map a") ?? undefined;
  }

  const fingers = new Map();
  let travelled = 0;
  let lastType = "mouse";
  /** Where the finger touched down: a browser moves the click to a link nearby. */
  let touched;
  svg.addEventListener("pointerdown", (event) => {
    if (fingers.size === 0) travelled = 0;
    lastType = event.pointerType;
    touched = event;
    fingers.set(event.pointerId, event);
    if (event.pointerType === "mouse") event.preventDefault();
  });
  svg.addEventListener("pointermove", (event) => {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    const others = [...fingers.values()].filter(({ pointerId }) => pointerId !== event.pointerId);
    fingers.set(event.pointerId, event);
    travelled += Math.hypot(event.clientX - before.clientX, event.clientY - before.clientY);
    if (travelled > SLACK && !svg.hasPointerCapture(event.pointerId)) svg.setPointerCapture(event.pointerId);
    if (others.length === 1) {
      const [other] = others;
      const spread = ({ clientX, clientY }) => Math.hypot(clientX - other.clientX, clientY - other.clientY);
      if (spread(before) > 0) {
        const middle = [(event.clientX + other.clientX) / 2, (event.clientY + other.clientY) / 2];
        zoomBy(spread(event) / spread(before), ...middle);
      }
    } else if (others.length === 0 && view.zoom > 1 && travelled > SLACK) {
      panBy(before.clientX - event.clientX, before.clientY - event.clientY);
    }
  });
  const lift = ({ pointerId }) => fingers.delete(pointerId);
  svg.addEventListener("pointerup", lift);
  svg.addEventListener("pointercancel", lift);
  svg.addEventListener(
    "click",
    (event) => {
      // A drag that ends on a place does not open it. A touch only selects; the line below the map opens the place.
      if (travelled > SLACK) return event.preventDefault();
      if (lastType === "mouse" || event.detail === 0) return undefined;
      event.preventDefault();
      return select(nearest(touched.clientX, touched.clientY), [touched.clientX, touched.clientY], true);
    },
    true,
  );
  // Without the modifier key, the wheel scrolls the page, as over any picture.
  svg.addEventListener(
    "wheel",
    (event) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      zoomBy(STEP ** (-event.deltaY / 100), event.clientX, event.clientY);
    },
    { passive: false },
  );
  draw();
}

for (const frame of document.querySelectorAll("[data-map]")) setUpMap(frame);
