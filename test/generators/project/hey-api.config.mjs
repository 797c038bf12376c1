export default {
  input: "openapi.json",
  output: "hey-api/client",
  plugins: ["@hey-api/typescript", "@hey-api/client-fetch", "zod", { name: "@hey-api/sdk", validator: true }],
};
