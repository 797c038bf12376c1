/** @jsxImportSource hono/jsx */
import { linesIn, Words } from "../charts/chart-file.tsx";
import type { Picture } from "../http/services.ts";
import { card, cardText, LEFT } from "../share/card.tsx";
import { cardUrl } from "../share/share-section.tsx";
import type { Share } from "../ui/layout.tsx";
import { compareUrl, slugsOf } from "../view/addresses.ts";
import type { PlaceView } from "../view/place-view.ts";
import { verdictOf } from "./compare-verdict.ts";
import { rangePanel } from "./range-panel.tsx";

/** The card of a comparison: the verdict and the ranges. */
export function compareCard(places: readonly PlaceView[]): Picture {
  const verdict = linesIn(verdictOf(places), 38, 1_240);
  const { draw, size } = rangePanel(places);
  const top = 44 + verdict.length * 48;
  return card(
    compareCardText(places),
    <>
      {verdict.map((text, index) => (
        <Words x={LEFT} y={80 + index * 48} size={38} class="end-place end-name" text={text} />
      ))}
      <svg aria-hidden="true" x={LEFT} y={top} width="1088" height={554 - top} viewBox={`0 0 ${size.join(" ")}`}>
        {draw(size[0])}
      </svg>
    </>,
  );
}

function compareCardText(places: readonly PlaceView[]): string {
  return `${verdictOf(places)}. ${places.map(cardText).join(". ")}`;
}

/** @param path of the comparison */
export function compareCardUrl(places: readonly PlaceView[], path: string): string {
  return compareUrl(slugsOf(places), cardUrl(path));
}

export function compareShare(places: readonly PlaceView[], path: string, baseUrl: string): Share {
  const url = baseUrl + compareUrl(slugsOf(places), path);
  return { url, image: baseUrl + compareCardUrl(places, path), imageText: compareCardText(places) };
}
