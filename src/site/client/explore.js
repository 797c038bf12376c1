// The explorer works without this file. It names the place under the pointer or the focus, and sorts and searches the
// table of cities in place.
function setUpReadout(readout) {
  const map = document.getElementById(readout.dataset.readout);
  // An SVG that listens for the focus becomes a stop of the tab key in Chromium; what is around it does not.
  const around = map.parentElement;
  const resting = readout.textContent;
  const show = ({ target }) => {
    const link = target.closest("svg a");
    const place = link && (target.closest("circle")?.textContent ?? link.getAttribute("aria-label"));
    readout.textContent = place ?? resting;
  };
  around.addEventListener("pointerover", show);
  around.addEventListener("focusin", show);
  around.addEventListener("focusout", () => {
    readout.textContent = resting;
  });
}

function folded(text) {
  return text
    .normalize("NFKD")
    .replace(/[\p{M}.'’]/gu, "")
    .toLowerCase()
    .replace(/[\s-]+/g, " ")
    .trim();
}

function setUpTable(table) {
  const body = table.tBodies[0];
  const form = document.querySelector("[data-table-search]");
  const input = form.querySelector("input[type=search]");
  const status = document.querySelector("[data-table-status]");
  const rows = [...body.rows].map((row) => ({
    row,
    text: folded(`${row.cells[0].textContent} ${row.cells[1].textContent}`),
  }));

  const textOf = (row, column) => row.cells[column].textContent.trim();
  // The first number of the cell: the score behind its letter, the lower end of an interval.
  const numberOf = (row, column) =>
    Number(
      textOf(row, column)
        .replaceAll(",", "")
        .match(/[\d.]+/),
    );
  const sort = (column, isDescending, isNumber) => {
    const sign = isDescending ? -1 : 1;
    rows.sort((a, b) => {
      const difference = isNumber
        ? numberOf(a.row, column) - numberOf(b.row, column)
        : textOf(a.row, column).localeCompare(textOf(b.row, column), "en");
      return sign * difference || textOf(a.row, 0).localeCompare(textOf(b.row, 0), "en");
    });
    body.append(...rows.map(({ row }) => row));
  };

  for (const [column, header] of [...table.tHead.rows[0].cells].entries()) {
    const link = header.querySelector("a");
    if (!link) continue;
    link.addEventListener("click", (event) => {
      event.preventDefault();
      const first = link.dataset.first;
      const other = first === "ascending" ? "descending" : "ascending";
      const order = header.getAttribute("aria-sort") === first ? other : first;
      for (const cell of table.tHead.rows[0].cells) cell.removeAttribute("aria-sort");
      header.setAttribute("aria-sort", order);
      sort(column, order === "descending", header.dataset.type === "number");
      status.textContent = `Sorted by ${link.textContent.trim()}, ${order}`;
    });
  }

  const search = () => {
    const wanted = folded(input.value);
    let shown = 0;
    for (const { row, text } of rows) {
      row.hidden = !text.includes(wanted);
      if (!row.hidden) shown += 1;
    }
    status.textContent = shown === 1 ? "1 city" : `${shown} cities`;
  };
  input.addEventListener("input", search);
  // With a filter in the address the server sent only the cities that it found: then the form asks the server again.
  if (!table.hasAttribute("data-filtered")) {
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      search();
    });
  }
}

for (const readout of document.querySelectorAll("[data-readout]")) setUpReadout(readout);
for (const table of document.querySelectorAll("[data-table]")) setUpTable(table);
