import { expect, test } from "bun:test";
import fc from "fast-check";
import { createAnswers } from "../../src/api/answer.ts";
import { createAtlas } from "../../src/snapshot/atlas.ts";
import { modelAnswer } from "../support/batch-model.ts";
import { sampleCity, sampleSnapshot } from "../support/sample-snapshot.ts";
import { releasedAtlas } from "../support/server.ts";

const atlas = createAtlas(
  sampleSnapshot([sampleCity("Carmel-by-the-Sea", ["Carmel"]), sampleCity("St. Helena", [], 33)]),
);
const shownNames = releasedAtlas.snapshot.cities.map(({ record }) => record.city);

test("a batch answer equals plain JSON, byte for byte, whatever the names and the previous answer", () => {
  const anyName = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom("Carmel", "Carmel-by-the-Sea", "carmel by the sea", "st helena", "St. Helena", "", "__proto__"),
  );
  fc.assert(
    fc.property(fc.array(fc.array(anyName), { minLength: 1 }), (batches) => {
      for (const names of batches) expect(atlas.batchAnswer(names).toString()).toBe(modelAnswer(names, atlas));
    }),
  );
});

test("an answer that is longer than any before it is complete, and so are those after it", () => {
  const fresh = createAtlas(releasedAtlas.snapshot);
  const sizes: readonly (readonly string[])[] = [
    shownNames.slice(0, 3),
    Array.from({ length: 8 }, () => shownNames).flat(),
    Array.from({ length: 1_000 }, (_, index) => `${"Ñandú ".repeat(15)}${index}`),
    [],
    shownNames,
  ];
  for (const names of sizes) expect(fresh.batchAnswer(names).toString()).toBe(modelAnswer(names, fresh));
});

test("the size is counted in bytes, wherever in a name it ends", () => {
  for (let lead = 0; lead < 250; lead += 5) {
    const fresh = createAtlas(sampleSnapshot([]));
    const names = ["a".repeat(lead), ...Array.from({ length: 300 }, () => "ñ".repeat(100))];
    expect(fresh.batchAnswer(names).toString()).toBe(modelAnswer(names, fresh));
  }
});

test("an answer of any length around the initial size of the buffer is complete", () => {
  const item = modelAnswer([""], atlas).length - modelAnswer([], atlas).length;
  for (let length = 65_536 - 20; length <= 65_536 + 20; length++) {
    const fresh = createAtlas(sampleSnapshot([]));
    const names = ["a".repeat(length - item)];
    expect(fresh.batchAnswer(names).toString()).toBe(modelAnswer(names, fresh));
  }
});

test("an answer that waits to be sent keeps its content while others are created", async () => {
  const answers = createAnswers();
  const allowance = { policy: "month", limit: 10, remaining: 9, resetsAtMs: 1_000 } as const;
  const request = new Request("http://localhost/v1/safety/batch", { method: "POST" });
  const made = shownNames.map((name) => {
    const names = [name, "Atlantis", name.toLowerCase()];
    const stamp = { requestId: name, allowance, nowMs: 0 };
    return { names, response: answers.batch(request, releasedAtlas.batchAnswer(names), stamp) };
  });
  for (const { names, response } of made) expect(await response.text()).toBe(modelAnswer(names, releasedAtlas));
});
