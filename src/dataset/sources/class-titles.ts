import type { Offense } from "../../domain/offense.ts";

/**
 * What the title of a class's column has in it, in small letters, in the tables of the FBI and of Florida's program. From
 * 2013 to 2016, rape has two columns in Table 8, one for each definition.
 */
export const CLASS_TITLES: Readonly<Record<Offense, RegExp>> = {
  homicide: /murder/,
  rape: /rape/,
  robbery: /^robbery/,
  aggravatedAssault: /^aggravated/,
  burglary: /^burglary/,
  larceny: /^larceny/,
  motorVehicleTheft: /^motor/,
};
