import type { Node } from "@takumi-rs/wasm";
import { STATE, STATE_OFFICES } from "../../../domain/california.ts";
import { gradeOf } from "../../../domain/grade.ts";
import type { SnapshotPlace } from "../../../domain/snapshot.ts";
import { placeNameOf } from "../../card.tsx";
import { SERVICE_NAME } from "../../layout.tsx";
import { gradedPlace } from "../../plate.tsx";

/** The size of large preview cards in messengers and social networks. */
export const CARD_SIZE = { width: 1_200, height: 630 } as const;

/** Alternative text of the card. A grade is always given with its score, its year, its cautions, and what it counts. */
export function cardText(place: SnapshotPlace): string {
  const { letter, score, year, cautions } = gradedPlace(place);
  const caution = cautions.length === 0 ? "" : `; caution: ${cautions.join(", ").toLowerCase()}`;
  return `${placeNameOf(place.record)}: ${letter}, score ${score}, ${year}, reported offenses${caution}`;
}

/** The card of a place as an element tree for the renderer. */
export function cardNode({ record }: SnapshotPlace): Node {
  const { grade, safety_score: score, data_year: year } = record;
  return {
    type: "container",
    style: {
      display: "flex",
      flexDirection: "column",
      justifyContent: "space-between",
      width: CARD_SIZE.width,
      height: CARD_SIZE.height,
      padding: 64,
      backgroundColor: "#ffffff",
      color: INK,
      fontFamily: "Roboto",
    },
    children: [
      {
        type: "container",
        style: { display: "flex", alignItems: "center", gap: 48 },
        children: [
          {
            type: "text",
            text: grade,
            style: {
              minWidth: 240,
              paddingTop: 32,
              paddingBottom: 32,
              borderRadius: 24,
              backgroundColor: gradeOf(score).color,
              color: "#ffffff",
              fontSize: 160,
              fontWeight: 700,
              lineHeight: 1.1,
              textAlign: "center",
            },
          },
          {
            type: "container",
            style: { display: "flex", flexDirection: "column", flexGrow: 1, flexShrink: 1, flexBasis: 0 },
            children: [
              { type: "text", text: placeNameOf(record), style: { fontSize: 76, fontWeight: 700, lineHeight: 1.1 } },
              {
                type: "text",
                text: "city" in record ? `${record.county}, ${STATE.name}` : record.state,
                style: { marginTop: 8, color: MUTED, fontSize: 40 },
              },
            ],
          },
        ],
      },
      {
        type: "container",
        style: { display: "flex", flexDirection: "column", gap: 12 },
        children: [
          { type: "text", text: `Safety score ${score} of 100, ${year}`, style: { fontSize: 56, fontWeight: 700 } },
          {
            type: "text",
            text: `${record.crime_rate_per_1k} reported offenses per 1,000 residents, ${record.comparison}`,
            style: { fontSize: 38 },
          },
        ],
      },
      {
        type: "text",
        text: `${SERVICE_NAME}. Source: ${STATE_OFFICES.justice}, U.S. Census Bureau.`,
        style: { color: MUTED, fontSize: 28 },
      },
    ],
  };
}

const INK = "#16191d";
const MUTED = "#59616b";
