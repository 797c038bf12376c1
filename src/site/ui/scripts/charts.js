// Charts are complete without this file. It shows one year's values at the pointer, finger, or arrow keys, and tells
// the page around a frame how high the chart is.
const SVG = "http://www.w3.org/2000/svg";

function setUpReadout(group) {
  const charts = [...group.querySelectorAll("svg[data-series]")].map(chartOf);
  if (charts.length === 0) return;
  const status = document.createElement("p");
  status.className = "visually-hidden";
  status.setAttribute("role", "status");
  group.after(status);
  let year;

  function show(next, from) {
    year = next;
    for (const chart of charts) chart.show(year);
    status.textContent = year === undefined ? "" : `${year}: ${from.said(year)}`;
  }

  for (const chart of charts) {
    const { svg, from, to } = chart;
    svg.tabIndex = 0;
    svg.addEventListener("pointermove", (event) => show(chart.yearAt(event.clientX), chart));
    svg.addEventListener("pointerdown", (event) => show(chart.yearAt(event.clientX), chart));
    svg.addEventListener("pointerleave", (event) => {
      if (event.pointerType === "mouse") show(undefined, chart);
    });
    svg.addEventListener("blur", () => show(undefined, chart));
    svg.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (event.key === "Escape") return show(undefined, chart);
      if (!step) return undefined;
      event.preventDefault();
      return show(Math.min(to, Math.max(from, (year ?? (step < 0 ? to + 1 : from - 1)) + step)), chart);
    });
  }
}

function chartOf(svg) {
  const from = Number(svg.dataset.from);
  const [left, right, top, bottom] = svg.dataset.plot.split(" ").map(Number);
  const series = JSON.parse(svg.dataset.series);
  const to = from + series[0][1].length - 1;
  const rule = document.createElementNS(SVG, "line");
  rule.setAttribute("class", "readout-rule");
  rule.setAttribute("y1", top);
  rule.setAttribute("y2", bottom);
  const label = document.createElementNS(SVG, "text");
  label.setAttribute("class", "readout-value");
  const xOf = (year) => left + ((right - left) * (year - from)) / Math.max(1, to - from);

  /** One line for each place and the yardstick. */
  function linesOf(year) {
    const values = series.map(([name, shown]) => [name, shown[year - from]]);
    return series.length < 2 ? [`${year}: ${values[0][1]}`] : [year, ...values.map((pair) => pair.join(" "))];
  }

  return {
    svg,
    from,
    to,
    yearAt(clientX) {
      const box = svg.getBoundingClientRect();
      const across = ((clientX - box.left) / box.width) * svg.viewBox.baseVal.width;
      return Math.min(to, Math.max(from, from + Math.round(((across - left) / (right - left)) * (to - from))));
    },
    show(year) {
      if (year === undefined) {
        rule.remove();
        label.remove();
        return;
      }
      const x = xOf(year);
      rule.setAttribute("x1", x);
      rule.setAttribute("x2", x);
      const isLeft = x < (left + right) / 2;
      label.setAttribute("text-anchor", isLeft ? "start" : "end");
      label.replaceChildren(
        ...linesOf(year).map((text, row) => {
          const line = document.createElementNS(SVG, "tspan");
          line.setAttribute("x", isLeft ? x + 8 : x - 8);
          line.setAttribute("y", top + 14 + row * 17);
          line.textContent = text;
          return line;
        }),
      );
      svg.append(rule, label);
    },
    said: (year) => series.map(([name, shown]) => `${name} ${shown[year - from]}`).join("; "),
  };
}

for (const group of document.querySelectorAll("[data-readout]")) setUpReadout(group);

if (parent !== window) {
  const tell = () => parent.postMessage({ chartHeight: document.documentElement.offsetHeight }, "*");
  new ResizeObserver(tell).observe(document.documentElement);
  // The script of the other page may start after the frame is ready: it asks.
  addEventListener("message", ({ source }) => {
    if (source === parent) tell();
  });
}
