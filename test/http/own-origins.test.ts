import { expect, test } from "bun:test";
import { ownOrigins } from "../../src/http/own-origins.ts";

test.each([
  ["https://safety.example", ["https://safety.example"]],
  ["https://safety.example:8443/", ["https://safety.example:8443"]],
  ["https://safety.example:443", ["https://safety.example"]],
  ["http://localhost.example", ["http://localhost.example"]],
])("pages at %s have this origin alone", (baseUrl, origins) => {
  expect([...ownOrigins(baseUrl)]).toEqual(origins);
});

test.each(["localhost", "127.0.0.1", "[::1]"])("pages at %s can be reached under all names of this machine", (name) => {
  expect([...ownOrigins(`http://${name}:8080`)].toSorted()).toEqual([
    "http://127.0.0.1:8080",
    "http://[::1]:8080",
    "http://localhost:8080",
  ]);
  expect([...ownOrigins(`https://${name}`)].toSorted()).toEqual([
    "https://127.0.0.1",
    "https://[::1]",
    "https://localhost",
  ]);
});
