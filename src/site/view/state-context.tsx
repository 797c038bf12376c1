/** @jsxImportSource hono/jsx */
import type { StateCode } from "../../editions/us-states.ts";
import type { NationPlaces } from "../../lookup/nation-places.ts";

/** The rates of the whole state, which are no score. */
export function StateContext({ place: { state }, places }: StateProps) {
  const coverage = places.states.states.find((one) => one.state === state);
  if (coverage === undefined) return null;
  const { violentRate, propertyRate } = places.nation.yardstick;
  return (
    <>
      <h2>{coverage.name} as a whole</h2>
      <p>
        The FBI estimates {coverage.violent_rate_per_1k.toFixed(1)} violent and{" "}
        {coverage.property_rate_per_1k.toFixed(1)} property offenses per 1,000 residents of {coverage.name} in{" "}
        {places.nation.dataYear}, and {violentRate.toFixed(1)} and {propertyRate.toFixed(1)} in the whole country. State
        estimates are partly imputed and revised later, so states have no grade.
      </p>
    </>
  );
}

interface StateProps {
  readonly places: NationPlaces;
  readonly place: { readonly state: StateCode };
}
