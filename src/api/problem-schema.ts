import { z } from "zod";
import { PLAN_NAMES } from "../domain/plan.ts";
import { PROBLEMS, type ProblemCode } from "../domain/problem.ts";
import { WINDOW_POLICIES } from "../domain/window.ts";

const count = z.int32().min(0);

const inputFault = z
  .strictObject({
    pointer: z.string().max(40).regex(/^(\/[^/]+)*$/).meta({ description: "RFC 6901 JSON pointer into the body" }),
    detail: z.string().max(200).regex(/\S/),
  })
  .readonly();
