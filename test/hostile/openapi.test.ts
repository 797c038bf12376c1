import { expect, test } from "bun:test";
import fc from "fast-check";
import { WIDE_LIMITS } from "../support/counted.ts";
import { issueKey } from "../support/issue-key.ts";
import { rounds } from "../support/load.ts";
import { troubleIn } from "../support/log-lines.ts";
import { checkAgainstDocument } from "../support/openapi-check.ts";
import { serveProgram } from "../support/served-program.ts";
import { type FuzzedRequest, fuzzedRequest } from "./fuzzed-requests.ts";

const REQUESTS = rounds(2_000, 100_000);
const SEED = Number(process.env["FUZZ_SEED"] ?? Math.floor(Math.random() * 2 ** 31));

const program = await serveProgram({ PLAN_LIMITS: WIDE_LIMITS });
const key = await issueKey(program.databaseUrl, { plan: "enterprise" });

async function check(request: FuzzedRequest): Promise<void> {
  const { method, path, status, allow, body } = request;
  const value = request.key === "good" ? key : request.key?.value;
  const response = await fetch(program.url + path, {
    method,
    headers: { ...request.headers, ...(value === undefined ? {} : { "X-API-Key": value }) },
    ...(body === undefined ? {} : { body }),
  });
  const answer = { method, path, status: response.status, headers: response.headers, body: await response.text() };
  checkAgainstDocument(answer);
  if (status !== null && answer.status !== status)
    throw new Error(`${answer.status} in place of ${status}: ${answer.body.slice(0, 300)}`);
  if (allow !== undefined) expect(response.headers.get("allow")?.split(", ")).toEqual([...allow]);
}

test(`${REQUESTS} requests generated from the document are answered as it says (FUZZ_SEED=${SEED})`, async () => {
  console.log(`fuzz: ${REQUESTS} requests, FUZZ_SEED=${SEED}`);
  await fc.assert(fc.asyncProperty(fuzzedRequest, check), { numRuns: REQUESTS, seed: SEED, endOnFailure: false });
  expect(troubleIn(program.log())).toEqual([]);
});
