import type { Page } from "playwright-core";
import { z } from "zod";

/** Text below this size is hard to read. The style sheet's steps may be rounded. */
const LEAST_TEXT_PX = 11.9;

/** Runs in the page. A table's key figures are its cells of class `key`, otherwise those of its second column. */
const FIND_FAULTS = `(() => {
  const faults = [];
  const width = document.documentElement.clientWidth;
  const said = (element) => (element.textContent ?? "").trim().replace(/\\s+/g, " ").slice(0, 40);
  const isShown = (element) => element.checkVisibility({ checkVisibilityCSS: true }) && (!element.ownerSVGElement || element.getClientRects().length > 0) && !element.closest(".visually-hidden, .skip");

  for (const svg of document.querySelectorAll("svg.chart, svg.map")) {
    if (!isShown(svg)) continue;
    const { left, right } = svg.getBoundingClientRect();
    const box = svg.parentElement.getBoundingClientRect();
    if (left < box.left - 1 || right > Math.min(box.right, width) + 1) faults.push("a chart is wider than its box: " + said(svg));
  }

  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const small = new Set();
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (walker.currentNode.textContent.trim() === "" || element.closest("title, desc, script, option") || !isShown(element)) continue;
    const clip = getComputedStyle(element.closest("caption, thead") ?? element).clipPath;
    if (clip !== "none") continue;
    const svg = element.ownerSVGElement;
    const scale = svg ? svg.getScreenCTM().a : 1;
    const size = parseFloat(getComputedStyle(element).fontSize) * scale;
    if (size < ${LEAST_TEXT_PX}) small.add(size.toFixed(1) + " px: " + element.localName + "." + element.className + " " + said(element));
  }
  for (const found of [...small].slice(0, 5)) faults.push("text under 12 px: " + found);

  for (const table of document.querySelectorAll("table")) {
    if (!isShown(table)) continue;
    const scroll = table.closest(".scroll");
    const box = (scroll ?? document.documentElement).getBoundingClientRect();
    const clipped = [...table.tBodies].flatMap(({ rows }) => [...rows]).filter(isShown).flatMap((row) => {
      const keys = row.querySelectorAll(".key");
      return keys.length > 0 ? [...keys, row.cells[0]] : [...row.cells].filter(isShown).slice(0, 2);
    }).filter((cell) => {
      const { left, right } = cell.getBoundingClientRect();
      return left < box.left - 1 || right > Math.min(box.right, width) + 1 || cell.scrollWidth > cell.clientWidth + 1;
    });
    if (clipped.length > 0) faults.push("a key figure is clipped: " + said(clipped[0]) + " in " + (table.caption ? said(table.caption) : said(table)));
  }

  const linesOf = (cell) => {
    const tops = new Set();
    const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    while (texts.nextNode()) {
      range.selectNodeContents(texts.currentNode);
      for (const { top, width } of range.getClientRects()) if (width > 0) tops.add(Math.round(top));
    }
    return tops.size;
  };
  for (const cell of document.querySelectorAll("td, tbody th")) {
    if (!isShown(cell)) continue;
    const text = said(cell);
    if (/^[0-9,.]+$/.test(text)) {
      if (linesOf(cell) > 1) faults.push("a number is broken: " + text);
      const head = cell.closest("table").tHead;
      const isNamed = head === null || getComputedStyle(head).clipPath === "none" || getComputedStyle(cell, "::before").content !== "none";
      if (!isNamed) faults.push("a figure has no name: " + text);
    }
    const parts = [...cell.childNodes].filter((node) => node.textContent.trim() !== "");
    if (getComputedStyle(cell).display === "grid" && parts.length > 1) faults.push("a cell falls apart: " + text);
  }

  for (const svg of document.querySelectorAll("svg.chart")) {
    if (!isShown(svg)) continue;
    const labels = [...svg.querySelectorAll("text")].map((label) => ({ label, box: label.getBoundingClientRect() }));
    for (const [at, { label, box }] of labels.entries()) {
      const under = labels.slice(at + 1).find(({ box: other }) =>
        box.left < other.right - 1 && other.left < box.right - 1 && Math.abs(box.top - other.top) < 1);
      if (under) faults.push("labels overlap: " + said(label) + " and " + said(under.label));
    }
  }
  return faults;
})()`;

/** The page's problems at the width of a phone, apart from sideways scrolling. Empty if there are none. */
export async function phoneFaults(page: Page): Promise<readonly string[]> {
  return z.array(z.string()).parse(await page.evaluate(FIND_FAULTS));
}
