import { createGazetteer, type Gazetteer } from "../gazetteer/gazetteer.ts";
import { GAZETTEER_FILES } from "./gazetteer-files.ts";

/** The places of the country, one for all datasets of a thread: it reads no figures. */
export const COUNTRY: Gazetteer = createGazetteer(GAZETTEER_FILES);
