import type { AgencyKind } from "../../domain/snapshot.ts";

export const AGENCY_NAMES = {
  city: "City police",
  shared_police: "Police shared by cities",
  sheriff: "Sheriff",
  highway_patrol: "Highway Patrol",
  campus: "College or university",
  school: "School district",
  transit: "Transit",
  port_airport: "Port or airport",
  railroad: "Railroad",
  park: "Parks",
  hospital: "State hospital",
  special_district: "Special district",
  county_office: "County office",
  state: "State agency",
} as const satisfies Record<AgencyKind, string>;
