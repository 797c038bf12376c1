import { existsSync } from "node:fs";
import { join } from "node:path";
import { CONTRACT_NAME, OTHER_STATE_NAMES } from "../editions/table.ts";
import { NATION_BUILD, STATE_BUILDS } from "./builds.ts";
import { importCountry } from "./gazetteer/import-country.ts";
import type { ImportOptions } from "./state/import.ts";
import { importState } from "./state/import-state.ts";

/** Folder of the places of the whole country. */
export const COUNTRY_FOLDER = join("us", "geo");

/** The official files of all editions → their tables; null for an edition whose folder is missing. @throws DatasetError */
export async function importFiles(from: ImportOptions) {
  const { sourceDir } = from;
  const contract = await importState(STATE_BUILDS[CONTRACT_NAME], from);
  const country = existsSync(join(sourceDir, COUNTRY_FOLDER))
    ? await importCountry(from, Object.values(STATE_BUILDS))
    : null;
  const states = await Promise.all(
    OTHER_STATE_NAMES.map(async (name) => {
      const { edition, folder: own } = STATE_BUILDS[name];
      const read = existsSync(join(sourceDir, own)) ? await importState(STATE_BUILDS[name], from) : null;
      return { name: edition.name, member: name, own, read };
    }),
  );
  const nation = existsSync(join(sourceDir, NATION_BUILD.folder)) ? await NATION_BUILD.import(from) : null;
  return { contract, country, states, nation };
}
