import { z } from "zod";

/** A schema of an object with exactly these members. */
export function readonlyObject<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.strictObject(shape).readonly();
}
