const output = { baseUrl: { getBaseUrlFromSpecification: true } };

export default {
  fetch: { input: "openapi.json", output: { ...output, client: "fetch", target: "orval/client.ts" } },
  zod: { input: "openapi.json", output: { ...output, client: "zod", target: "orval/schemas.ts" } },
};
