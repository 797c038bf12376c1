import { PackedBoundaries } from "./borders.ts";
import {
  type Boundaries,
  GEOGRAPHY_REMEDY,
  GeographyError,
  type GeographyFile,
  geographyJson,
  readGeographyAs,
} from "./geography-file.ts";

/** The content of the geography file as the service keeps it. */
export interface PackedGeography extends Omit<GeographyFile, "boundaries"> {
  readonly boundaries: PackedBoundaries;
}

/** The arcs are the last member of the boundaries, which are the last member of the file. */
const ARCS_MEMBER = '"arcs":';
const ARCS_END = "}}";

/** Reads the file in a fraction of the memory of `readGeography`. @throws GeographyError that names the file */
export function readPackedGeography(path: string): Promise<PackedGeography> {
  return readGeographyAs(path, async (bytes) => {
    const json = await geographyJson(bytes);
    try {
      return packedFrom(json);
    } catch (cause) {
      throw new GeographyError(`the geography file does not end with its arcs; ${GEOGRAPHY_REMEDY}`, { cause });
    }
  });
}

function packedFrom(json: Buffer): PackedGeography {
  const start = json.lastIndexOf(ARCS_MEMBER) + ARCS_MEMBER.length;
  const end = json.length - ARCS_END.length;
  const { boundaries, ...rest }: GeographyFile = JSON.parse(`${json.toString("utf8", 0, start)}[]${ARCS_END}`);
  return { ...rest, boundaries: new PackedBoundaries(boundaries, json.subarray(start, end)) };
}

export function packGeography({ boundaries, ...rest }: GeographyFile): PackedGeography {
  return { ...rest, boundaries: packBoundaries(boundaries) };
}

export function packBoundaries(boundaries: Boundaries): PackedBoundaries {
  return new PackedBoundaries(boundaries, Buffer.from(JSON.stringify(boundaries.arcs)));
}
