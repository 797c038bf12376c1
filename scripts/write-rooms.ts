// Generates files from scripts/rooms.ts: biome.rooms.json and the table in ARCHITECTURE.md.
import { readFileSync, writeFileSync } from "node:fs";
import { roomRules, roomTable } from "./rooms.ts";

writeFileSync("biome.rooms.json", roomRules());
Bun.spawnSync(["node_modules/.bin/biome", "format", "--write", "biome.rooms.json"], { stderr: "inherit" });
const page = readFileSync("ARCHITECTURE.md", "utf8");
writeFileSync(
  "ARCHITECTURE.md",
  page.replace(/\| room \| contents[\s\S]*?\n(?=\n)/, () => `${roomTable()}\n`),
);
