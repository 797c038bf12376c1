// Charts are complete without this file. It shows one year's values at the pointer, finger, or arrow keys.
const SVG = "http://www.w3.org/2000/svg";

function setUpReadout(group) {
  const status = document.createElement("p");
  status.className = "visually-hidden";
  status.setAttribute("role", "status");
  group.after(status);
  const charts = [...group.querySelectorAll("svg[data-years]")].map(chartOf);
  let year;

  function show(next, from) {
    year = next;
    for (const chart of charts) chart.show(year);
    const said = charts.filter((chart) => chart === from).map((chart) => chart.said(year));
    status.textContent = year === undefined ? "" : `${year}: ${said.join("; ")}`;
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
  const [from, to] = svg.dataset.years.split(" ").map(Number);
  const [left, right] = svg.dataset.ends.split(" ").map(Number);
  const columns = svg.dataset.columns.split(" ").map(Number);
  const table = document.getElementById(svg.dataset.table);
  const rows = [...table.tBodies[0].rows];
  const rule = document.createElementNS(SVG, "line");
  rule.setAttribute("class", "readout-rule");
  const value = document.createElementNS(SVG, "text");
  value.setAttribute("class", "readout-value");
  const { height } = svg.viewBox.baseVal;
  rule.setAttribute("y1", 22);
  rule.setAttribute("y2", height - 26);
  value.setAttribute("y", 36);
  const xOf = (year) => left + ((right - left) * (year - from)) / (to - from);
  const cells = (year) => columns.map((column) => rows[year - from].cells[column].textContent.trim());

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
        value.remove();
        return;
      }
      const x = xOf(year);
      rule.setAttribute("x1", x);
      rule.setAttribute("x2", x);
      const isLeft = x < (left + right) / 2;
      value.setAttribute("x", isLeft ? x + 8 : x - 8);
      value.setAttribute("text-anchor", isLeft ? "start" : "end");
      value.textContent = `${year}: ${cells(year)[0]}`;
      svg.append(rule, value);
    },
    said(year) {
      if (year === undefined) return "";
      const [place, state] = cells(year);
      return `${place}, California ${state}`;
    },
  };
}

for (const group of document.querySelectorAll("[data-readout]")) setUpReadout(group);
