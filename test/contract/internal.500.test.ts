import { expect, test } from "bun:test";
import { releasedPlaces, TestServer } from "../support/server.ts";

const server = await TestServer.start();
const { secret: key } = await server.newKey();

test("decisions 5: a 500 reveals nothing about the internals; the log has the cause under the request's id", async () => {
  const secretCause = new Error("cannot read /srv/secret/place");
  server.places = {
    ...releasedPlaces,
    city: () => {
      throw secretCause;
    },
  };
  const { status, json, text, headers } = await server.request("/v1/safety/atlantis", { key });
  expect([status, json]).toEqual([500, expect.objectContaining({ code: "internal_error" })]);
  expect(text).not.toMatch(/srv|secret|Error|\.ts/);
  expect(server.events.at(-1)).toMatchObject({
    status: 500,
    error: secretCause,
    requestId: headers.get("x-request-id"),
  });

  server.places = releasedPlaces;
  expect((await server.request("/v1/safety/atlantis", { key })).status).toBe(200);
});
